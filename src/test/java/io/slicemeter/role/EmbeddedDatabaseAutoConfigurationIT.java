package io.slicemeter.role;

import java.nio.file.Path;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/// The embedded Postgres as a part of the context.
class EmbeddedDatabaseAutoConfigurationIT {

	private final ApplicationContextRunner context;

	private final Path directory;

	EmbeddedDatabaseAutoConfigurationIT(@TempDir Path directory) {
		this.directory = directory;
		this.context = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(EmbeddedDatabaseAutoConfiguration.class,
					DataSourceAutoConfiguration.class, FlywayAutoConfiguration.class))
			.withPropertyValues("slicemeter.embedded.data-directory=" + directory);
	}

	@ParameterizedTest
	@ValueSource(strings = { "slicemeter.role=standalone", "spring.datasource.url=" })
	void whereNoDatabaseIsNamedTheEmbeddedOneIsMigratedAndUsed(String property) {
		this.context.withPropertyValues(property).run((context) -> {
			assertThat(context).hasNotFailed();
			DataSource dataSource = context.getBean(DataSource.class);
			assertThat(JdbcClient.create(dataSource).sql("select count(*) from run").query(Long.class).single())
				.isZero();
		});
	}

	@Test
	void theDatabaseStopsAfterThoseWhoWriteToIt() {
		this.context.withUserConfiguration(LastWriter.class).run((context) -> assertThat(context).hasNotFailed());
		this.context.run((context) -> assertThat(JdbcClient.create(context.getBean(DataSource.class))
			.sql("select word from last_words")
			.query(String.class)
			.single()).isEqualTo("goodbye"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "spring.datasource.url=jdbc:postgresql://db.example.org/slicemeter",
			"spring.datasource.hikari.jdbc-url=jdbc:postgresql://db.example.org/slicemeter", "slicemeter.role=agent" })
	void whereADatabaseIsNamedOrInAnotherRoleNothingIsStarted(String property) {
		new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(EmbeddedDatabaseAutoConfiguration.class))
			.withPropertyValues("slicemeter.embedded.data-directory=" + this.directory, property)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(EmbeddedDatabase.class));
		assertThat(this.directory).isEmptyDirectory();
	}

	@Test
	void whereTheContextBringsADataSourceNothingIsStarted() {
		this.context.withBean(DataSource.class, HikariDataSource::new)
			.withPropertyValues("spring.flyway.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(EmbeddedDatabase.class));
	}

	@Configuration(proxyBeanMethods = false)
	static class LastWriter {

		@Bean(destroyMethod = "close")
		AutoCloseable lastWords(DataSource dataSource) {
			return () -> JdbcClient.create(dataSource)
				.sql("create table last_words as select 'goodbye' as word")
				.update();
		}

	}

}
