package io.slicemeter.role;

import java.nio.file.Path;

import javax.sql.DataSource;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/// Starts the embedded Postgres of a standalone process where the user names no database.
/// It stops after everything that has a connection to it, because the data source depends
/// on it.
@AutoConfiguration(before = DataSourceAutoConfiguration.class)
@ConditionalOnProperty(name = RoleEnvironmentPostProcessor.PROPERTY, havingValue = "standalone", matchIfMissing = true)
@Conditional(EmbeddedDatabaseAutoConfiguration.NoDatabaseNamed.class)
@ConditionalOnMissingBean({ DataSource.class, JdbcConnectionDetails.class })
@EnableConfigurationProperties(EmbeddedProperties.class)
class EmbeddedDatabaseAutoConfiguration {

	@Bean
	EmbeddedDatabase embeddedDatabase(EmbeddedProperties properties) {
		return EmbeddedDatabase
			.start(properties.directory(System.getenv("XDG_DATA_HOME"), Path.of(System.getProperty("user.home"))));
	}

	@Bean
	JdbcConnectionDetails embeddedDatabaseConnectionDetails(EmbeddedDatabase database) {
		return new JdbcConnectionDetails() {

			@Override
			public String getJdbcUrl() {
				return database.jdbcUrl();
			}

			@Override
			public String getUsername() {
				return PostgresCluster.USER;
			}

			@Override
			public String getPassword() {
				return database.password();
			}

		};
	}

	/// An empty property counts as none: that is how an unset variable arrives from a
	/// compose file or a chart.
	static final class NoDatabaseNamed implements Condition {

		@Override
		public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
			return in(context.getEnvironment());
		}

		static boolean in(Environment environment) {
			return !named(environment, "url") && !named(environment, "jndi-name")
					&& !named(environment, "hikari.jdbc-url");
		}

		private static boolean named(Environment environment, String property) {
			return StringUtils.hasText(environment.getProperty("spring.datasource." + property));
		}

	}

}
