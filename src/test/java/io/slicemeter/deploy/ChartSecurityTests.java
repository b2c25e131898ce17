package io.slicemeter.deploy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.slicemeter.deploy.Manifests.PodOf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What pods may do.
class ChartSecurityTests {

	static List<Path> valuesFiles() {
		return Chart.valuesFiles();
	}

	@ParameterizedTest
	@MethodSource("valuesFiles")
	void noContainerHasMoreRightsThanItNeeds(Path values) {
		assertThat(Chart.render(values).pods()).isNotEmpty()
			.allSatisfy((pod) -> assertThat(pod.containers()).allSatisfy((container) -> {
				SecurityContext context = container.getSecurityContext();
				assertThat(context.getAllowPrivilegeEscalation()).isFalse();
				assertThat(context.getPrivileged()).isFalse();
				assertThat(context.getReadOnlyRootFilesystem()).isTrue();
				assertThat(context.getCapabilities().getDrop()).containsExactly("ALL");
			}));
	}

	@ParameterizedTest
	@MethodSource("valuesFiles")
	void noPodMayTalkToKubernetes(Path values) {
		assertThat(Chart.render(values).pods()).allSatisfy((pod) -> {
			assertThat(pod.spec().getAutomountServiceAccountToken()).as("%s", pod).isFalse();
			assertThat(pod.spec().getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
		});
	}

	@Test
	void nothingIsRootButWhatGivesTheSpoolToTheAgent() {
		for (Path values : List.of(Chart.MINIMAL, Chart.FULL)) {
			assertThat(Chart.render(values).pods()).allSatisfy((pod) -> {
				PodSecurityContext context = pod.spec().getSecurityContext();
				assertThat(context.getRunAsNonRoot()).as("%s", pod).isTrue();
				assertThat(context.getRunAsUser()).isEqualTo(10001);
				assertThat(
						pod.containers().filter((container) -> container.getSecurityContext().getRunAsUser() != null))
					.allSatisfy((container) -> assertThat(container.getName()).isEqualTo("spool-owner"));
				assertThat(pod.containers().flatMap(ChartSecurityTests::added))
					.isSubsetOf(isAgent(pod) ? List.of("CHOWN") : List.of());
			});
		}
	}

	@Test
	void exitsInRealTimeCostRootWithOneCapability() {
		PodOf agent = Chart.render(Chart.MINIMAL, Map.of("agent.realTimeExits", "true"))
			.pods()
			.filter(ChartSecurityTests::isAgent)
			.findFirst()
			.orElseThrow();
		assertThat(agent.spec().getSecurityContext().getRunAsUser()).isZero();
		assertThat(agent.containers().flatMap(ChartSecurityTests::added)).containsExactly("SYS_NICE");
	}

	@ParameterizedTest
	@MethodSource("valuesFiles")
	void onlyAgentsSeeTheHostAndOnlyTheirSpoolIsWritable(Path values) {
		assertThat(Chart.render(values).pods()).allSatisfy((pod) -> {
			List<String> host = pod.spec()
				.getVolumes()
				.stream()
				.filter((volume) -> volume.getHostPath() != null)
				.map(Volume::getName)
				.toList();
			if (!isAgent(pod)) {
				assertThat(host).as("%s", pod).isEmpty();
				assertThat(pod.spec().getHostPID()).isNull();
				assertThat(pod.spec().getHostNetwork()).isNull();
			}
			assertThat(pod.containers()
				.flatMap((container) -> container.getVolumeMounts().stream())
				.filter((mount) -> host.contains(mount.getName()))
				.filter((mount) -> !Boolean.TRUE.equals(mount.getReadOnly()))
				.map(VolumeMount::getName)).isSubsetOf("spool");
		});
	}

	@Test
	void theSocketIsOpenedByItsGroup() {
		assertThat(Chart.render(Chart.FULL).pods().filter(ChartSecurityTests::isAgent)).singleElement()
			.satisfies((pod) -> assertThat(pod.spec().getSecurityContext().getSupplementalGroups())
				.containsExactly(998L, 999L));
	}

	@ParameterizedTest
	@MethodSource("valuesFiles")
	void passwordsComeFromSecretsAsFiles(Path values) {
		assertThat(Chart.render(values).pods()).allSatisfy((pod) -> {
			List<Container> containers = pod.containers().toList();
			assertThat(containers.stream().flatMap((container) -> container.getEnv().stream())).allSatisfy(
					(variable) -> assertThat(Objects.toString(variable.getValue(), "")).as("%s", variable.getName())
						.doesNotContainIgnoringCase("password"));
			if (!pod.owner().getKind().equals("Pod")) {
				assertThat(pod.spec().getVolumes()).filteredOn((volume) -> volume.getName().equals("credentials"))
					.singleElement()
					.satisfies(
							(volume) -> assertThat(volume.getSecret().getItems()).extracting((item) -> item.getPath())
								.containsExactly("spring.datasource.username", "spring.datasource.password"));
			}
		});
	}

	@Test
	void eachRoleHasASecretOfItsOwn() {
		assertThat(Chart.render(Chart.MINIMAL)
			.pods()
			.flatMap((pod) -> pod.spec().getVolumes().stream())
			.filter((volume) -> volume.getName().equals("credentials"))
			.map((volume) -> volume.getSecret().getSecretName())).containsExactlyInAnyOrder("slicemeter-owner",
					"slicemeter-agent", "slicemeter-api", "slicemeter-maintainer");
	}

	@Test
	void theMigrationDoesNotListenAndKnowsNoToken() {
		assertThat(Chart.render(Chart.MINIMAL).pods().filter((pod) -> pod.owner().getKind().equals("Job")))
			.singleElement()
			.satisfies((pod) -> assertThat(ChartTests.properties(pod.spec().getContainers().getFirst()))
				.doesNotContainKeys("slicemeter.security.tokens", "server.address"));
	}

	private static Stream<String> added(Container container) {
		return container.getSecurityContext().getCapabilities().getAdd().stream();
	}

	private static boolean isAgent(PodOf pod) {
		return pod.owner().getKind().equals("DaemonSet");
	}

}
