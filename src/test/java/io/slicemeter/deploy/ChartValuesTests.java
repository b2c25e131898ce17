package io.slicemeter.deploy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/// Values: what the schema and the templates refuse, and what the README says of them.
class ChartValuesTests {

	private static final List<String> FREE = List.of("properties", "affinity", "labels", "annotations", "nodeSelector",
			"podLabels", "podAnnotations", "commonLabels");

	@ParameterizedTest
	@CsvSource(quoteCharacter = '"',
			textBlock = """
					agent.intervall,                          1s,                      intervall
					agent.interval,                           0s,                      interval
					agent.source,                             procfs,                  source
					agent.slices[0],                          not a slice,             slices
					agent.runAsUser,                          0,                       runAsUser
					agent.resources.limits.cpu,               1,                       cpu
					agent.spool.maxBytes,                     lots,                    maxBytes
					agent.spool.hostPath,                     spool,                   hostPath
					agent.docker.groups[0],                   docker,                  groups
					agent.docker.host,                        localhost,               host
					agent.docker.host,                        tcp://localhost:2375,    goes instead of agent.docker.socket
					agent.updateStrategy.type,                Recreate,                type
					auth.tokens[0].hash,                      secret,                  hash
					auth.tokens[0].scopes[0],                 root,                    scopes
					auth.tokens[0].token,                     secret,                  token
					auth.jwt.issuerUri,                       http://issuer,           issuerUri
					auth.jwt.issuerUri,                       https://issuer,          auth.jwt.audiences is required
					api.replicas,                             0,                       replicas
					api.replicas,                             many,                    replicas
					api.service.port,                         70000,                   port
					api.autoscaling.targetCpuPercent,         120,                     targetCpuPercent
					api.ingress.enabled,                      true,                    api.ingress.host is required
					database.url,                             postgres://db/x,         url
					database.url,                             "",                      database.url is required
					database.password,                        secret,                  password
					database.agent.existingSecret,            "",                      database.agent.existingSecret is required
					database.api.existingSecret,              "",                      database.api.existingSecret is required
					database.owner.existingSecret,            "",                      database.owner.existingSecret is required
					database.maintainer.existingSecret,       "",                      database.maintainer.existingSecret is required
					image.digest,                             latest,                  digest
					image.pullPolicy,                         Sometimes,               pullPolicy
					logging.format,                           xml,                     format
					metrics.serviceMonitor.enabled,           true,                    metrics.tokenSecret is required
					networkPolicy.databasePort,               0,                       databasePort
					""")
	void aWrongValueIsRefusedByName(String value, String setting, String named) {
		assertThatIllegalStateException().isThrownBy(() -> Chart.render(Chart.MINIMAL, Map.of(value, setting)))
			.withMessageContaining(named);
	}

	@Test
	void nobodyIsLetInByDefault() {
		assertThatIllegalStateException().isThrownBy(() -> Chart.render(Chart.MINIMAL, Map.of("auth.tokens", "null")))
			.withMessageContaining("nobody could ask");
	}

	@Test
	void theGroupOfTheSocketIsAskedFor() {
		assertThatIllegalStateException()
			.isThrownBy(() -> Chart.render(Chart.MINIMAL, Map.of("agent.docker.groups", "null")))
			.withMessageContaining("agent.docker.groups is required");
	}

	@Test
	void theSchemaKnowsEveryValueAndNoOther() {
		List<String> problems = new ArrayList<>();
		compare("", Yaml.one(Chart.file("values.yaml")), Yaml.one(Chart.file("values.schema.json")), problems);
		assertThat(problems).isEmpty();
	}

	private static void compare(String path, Map<String, Object> values, Map<String, Object> schema,
			List<String> problems) {
		if (!Boolean.FALSE.equals(schema.get("additionalProperties"))) {
			problems.add(path + " takes unknown values");
		}
		Map<String, Object> properties = Yaml.map(Yaml.at(schema, "properties"));
		values.forEach((name, value) -> {
			Object property = properties.get(name);
			if (property == null) {
				problems.add(path + name + " is not in the schema");
			}
			else if (value instanceof Map<?, ?> && !FREE.contains(name)) {
				compare(path + name + ".", Yaml.map(value), Yaml.map(property), problems);
			}
		});
	}

	@Test
	void noPasswordAndNoTokenHasADefault() {
		assertThat(ValuesTable.of(Chart.file("values.yaml")).rows())
			.filteredOn((row) -> row.name().toLowerCase().matches(".*(secret|password|token|hash)s?"))
			.isNotEmpty()
			.allSatisfy((row) -> assertThat(row.value()).isIn("\"\"", "[]"));
	}

	@Test
	void everyValueIsExplained() {
		assertThat(ValuesTable.of(Chart.file("values.yaml")).rows())
			.allSatisfy((row) -> assertThat(row.meaning()).as(row.name()).isNotBlank());
	}

	/// To update the table: paste what this test expects.
	@Test
	void theReadmesTableIsWhatTheValuesSay() {
		assertThat(Chart.file("README.md")).contains(ValuesTable.of(Chart.file("values.yaml")).markdown());
	}

}
