package io.slicemeter.deploy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import com.marcnuri.helm.LintResult;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import io.slicemeter.deploy.Manifests.PodOf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/// What the chart makes of values.
class ChartTests {

	static List<Path> valuesFiles() {
		return Chart.valuesFiles();
	}

	@Test
	void strictLintFindsNothing() {
		LintResult result = Chart.lint();
		assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
		assertThat(result.getMessages()).isEmpty();
	}

	@Test
	void aFieldThatKubernetesDoesNotKnowIsFoundByTheseTests() {
		assertThatIllegalArgumentException().isThrownBy(() -> Manifests.parse("""
				apiVersion: v1
				kind: Pod
				metadata: {name: a}
				spec: {containers: [{name: a, imagePullPolicies: Always}]}
				""")).withMessageContaining("imagePullPolicies");
	}

	@ParameterizedTest
	@MethodSource("valuesFiles")
	void everyObjectHasANameOfItsOwnAndTheCommonLabels(Path values) {
		List<HasMetadata> objects = Chart.render(values).objects();
		assertThat(objects.stream().map((each) -> each.getKind() + " " + each.getMetadata().getName()))
			.doesNotHaveDuplicates();
		assertThat(objects).isNotEmpty()
			.allSatisfy((each) -> assertThat(each.getMetadata().getLabels())
				.containsKeys("app.kubernetes.io/name", "app.kubernetes.io/version", "helm.sh/chart")
				.containsEntry("app.kubernetes.io/instance", "release"));
	}

	@ParameterizedTest
	@MethodSource("valuesFiles")
	void everySelectorMatchesThePodsOfOneComponent(Path values) {
		Manifests manifests = Chart.render(values);
		List<PodOf> pods = manifests.pods().toList();
		assertThat(manifests.objects().stream().map(ChartTests::selector).filter((each) -> !each.isEmpty()))
			.isNotEmpty()
			.allSatisfy(
					(selector) -> assertThat(pods.stream().filter((pod) -> pod.matches(selector))).as("%s", selector)
						.hasSize(1));
		List<Map<String, String>> services = manifests.all(Service.class)
			.stream()
			.map((each) -> each.getMetadata().getLabels())
			.toList();
		assertThat(manifests.all(ServiceMonitor.class)).allSatisfy((monitor) -> assertThat(services).filteredOn(
				(labels) -> labels.entrySet().containsAll(monitor.getSpec().getSelector().getMatchLabels().entrySet()))
			.hasSize(1));
	}

	private static Map<String, String> selector(HasMetadata object) {
		return switch (object) {
			case DaemonSet set -> set.getSpec().getSelector().getMatchLabels();
			case Deployment deployment -> deployment.getSpec().getSelector().getMatchLabels();
			case Service service -> service.getSpec().getSelector();
			case PodDisruptionBudget budget -> budget.getSpec().getSelector().getMatchLabels();
			case NetworkPolicy policy -> policy.getSpec().getPodSelector().getMatchLabels();
			default -> Map.of();
		};
	}

	@ParameterizedTest
	@MethodSource("valuesFiles")
	void everyMountHasItsVolumeAndEveryVolumeItsMount(Path values) {
		assertThat(Chart.render(values).pods()).allSatisfy((pod) -> {
			List<String> mounted = pod.containers()
				.flatMap((container) -> container.getVolumeMounts().stream())
				.map((mount) -> mount.getName())
				.distinct()
				.toList();
			assertThat(pod.spec().getVolumes()).as("%s", pod)
				.extracting((volume) -> volume.getName())
				.containsExactlyInAnyOrderElementsOf(mounted);
		});
	}

	@Test
	void everythingThatAnOperatorCanSwitchOnIsThere() {
		Manifests manifests = Chart.render(Chart.FULL);
		assertThat(manifests.objects()).extracting(HasMetadata::getKind)
			.contains("DaemonSet", "Deployment", "Service", "Ingress", "HorizontalPodAutoscaler", "PodDisruptionBudget",
					"Job", "ServiceMonitor", "PrometheusRule", "NetworkPolicy", "ConfigMap", "ServiceAccount", "Pod");
		assertThat(manifests.one(HorizontalPodAutoscaler.class, "release-meter-api").getSpec().getScaleTargetRef())
			.hasFieldOrPropertyWithValue("kind", "Deployment")
			.hasFieldOrPropertyWithValue("name", "release-meter-api");
		assertThat(manifests.one(Deployment.class, "release-meter-api").getSpec().getReplicas())
			.as("left to the autoscaler")
			.isNull();
		assertThat(
				manifests.one(Ingress.class, "release-meter-api").getSpec().getRules().getFirst().getHttp().getPaths())
			.extracting((path) -> path.getPath())
			.containsExactly("/api", "/v3/api-docs");
		assertThat(manifests.one(ConfigMap.class, "release-meter-dashboards").getData()).containsKeys(
				"slicemeter-fleet.json", "slicemeter-slice.json", "slicemeter-runner.json", "slicemeter-postgres.json");
	}

	@Test
	void agentsSeeTheHostAndAreNeverThrottled() {
		PodOf agent = pod(Chart.render(Chart.MINIMAL), "DaemonSet");
		Container container = agent.spec().getContainers().getFirst();
		assertThat(agent.spec().getHostPID()).isTrue();
		assertThat(container.getResources().getRequests()).containsKeys("cpu", "memory");
		assertThat(container.getResources().getLimits()).containsOnlyKeys("memory");
		assertThat(properties(container)).containsEntry("slicemeter.role", "agent")
			.containsEntry("slicemeter.host.cgroup-root", "/host/sys/fs/cgroup")
			.containsEntry("slicemeter.host.proc-root", "/host/proc")
			.containsEntry("slicemeter.spool.directory", "/var/lib/slicemeter/spool")
			.containsEntry("slicemeter.docker.host", "unix:///host/docker.sock");
		assertThat(container.getEnv()).filteredOn((variable) -> variable.getName().equals("SLICEMETER_HOST_NAME"))
			.singleElement()
			.satisfies((variable) -> assertThat(variable.getValueFrom().getFieldRef().getFieldPath())
				.isEqualTo("spec.nodeName"));
		assertThat(agent.spec().getVolumes()).filteredOn((volume) -> volume.getName().equals("spool"))
			.singleElement()
			.satisfies((volume) -> assertThat(volume.getHostPath().getPath()).isEqualTo("/var/lib/slicemeter"));
	}

	@Test
	void theSchemaIsMigratedBeforeInstallAndUpgrade() {
		Job job = Chart.render(Chart.MINIMAL).one(Job.class, "release-slicemeter-migrate");
		assertThat(job.getMetadata().getAnnotations()).containsEntry(Chart.HOOK, "pre-install,pre-upgrade");
		assertThat(job.getSpec().getTemplate().getSpec())
			.as("what the chart makes is not there yet before the first install")
			.satisfies((pod) -> assertThat(pod.getServiceAccountName()).isNull());
		assertThat(properties(job.getSpec().getTemplate().getSpec().getContainers().getFirst()))
			.containsEntry("slicemeter.role", "migrate");
	}

	@Test
	void whatIsMadeForAMomentGoesAgain() {
		assertThat(Chart.render(Chart.FULL).objects()).filteredOn((each) -> annotations(each).containsKey(Chart.HOOK))
			.extracting((each) -> each.getKind())
			.containsExactlyInAnyOrder("NetworkPolicy", "Job", "Pod");
		assertThat(Chart.render(Chart.FULL).objects()).filteredOn((each) -> annotations(each).containsKey(Chart.HOOK))
			.allSatisfy((each) -> assertThat(annotations(each).get(Chart.HOOK + "-delete-policy"))
				.contains("hook-succeeded"));
	}

	private static Map<String, String> annotations(HasMetadata object) {
		Map<String, String> annotations = object.getMetadata().getAnnotations();
		return (annotations != null) ? annotations : Map.of();
	}

	@Test
	void maintenanceHasAStandIn() {
		assertThat(Chart.render(Chart.MINIMAL)
			.one(Deployment.class, "release-slicemeter-maintain")
			.getSpec()
			.getReplicas()).isEqualTo(2);
	}

	@Test
	void theUsersPropertiesGoBeforeTheCharts() {
		Map<String, Object> properties = properties(
				pod(Chart.render(Chart.MINIMAL, Map.of("agent.properties.slicemeter\\.spool\\.max-bytes", "5GB")),
						"DaemonSet")
					.spec()
					.getContainers()
					.getFirst());
		assertThat(properties).containsEntry("slicemeter.spool.max-bytes", "5GB");
	}

	@Test
	void theApiAsksItsReplicaAndTheMigrationPostgresItself() {
		Manifests manifests = Chart.render(Chart.FULL);
		assertThat(properties(manifests.one(Deployment.class, "release-meter-api")
			.getSpec()
			.getTemplate()
			.getSpec()
			.getContainers()
			.getFirst())).containsEntry("spring.datasource.url", "jdbc:postgresql://replica:5432/slicemeter");
		assertThat(properties(pod(manifests, "Job").spec().getContainers().getFirst()))
			.containsEntry("spring.datasource.url", "jdbc:postgresql://postgres:5432/slicemeter");
	}

	private static PodOf pod(Manifests manifests, String kind) {
		return manifests.pods().filter((each) -> each.owner().getKind().equals(kind)).findFirst().orElseThrow();
	}

	static Map<String, Object> properties(Container container) {
		return container.getEnv()
			.stream()
			.filter((variable) -> variable.getName().equals("SPRING_APPLICATION_JSON"))
			.map((variable) -> Yaml.one(variable.getValue()))
			.findFirst()
			.orElseThrow();
	}

}
