package io.slicemeter.deploy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;

import static org.assertj.core.api.Assertions.assertThat;

/// Rendered objects, read strictly: a field that Kubernetes does not know fails.
record Manifests(List<HasMetadata> objects) {

	private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.ofEntries(
			Map.entry("v1/ConfigMap", ConfigMap.class), Map.entry("v1/Pod", Pod.class),
			Map.entry("v1/Service", Service.class), Map.entry("v1/ServiceAccount", ServiceAccount.class),
			Map.entry("apps/v1/DaemonSet", DaemonSet.class), Map.entry("apps/v1/Deployment", Deployment.class),
			Map.entry("autoscaling/v2/HorizontalPodAutoscaler", HorizontalPodAutoscaler.class),
			Map.entry("batch/v1/Job", Job.class), Map.entry("networking.k8s.io/v1/Ingress", Ingress.class),
			Map.entry("networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class),
			Map.entry("policy/v1/PodDisruptionBudget", PodDisruptionBudget.class),
			Map.entry("monitoring.coreos.com/v1/PrometheusRule", PrometheusRule.class),
			Map.entry("monitoring.coreos.com/v1/ServiceMonitor", ServiceMonitor.class));

	private static final ObjectMapper STRICT = new ObjectMapper().setAnnotationIntrospector(new NoAnySetters())
		.enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

	static Manifests parse(String yaml) {
		List<HasMetadata> objects = new ArrayList<>();
		for (Map<String, Object> each : Yaml.all(yaml)) {
			String kind = each.get("apiVersion") + "/" + each.get("kind");
			Class<? extends HasMetadata> type = KINDS.get(kind);
			assertThat(type).as("the type of %s", kind).isNotNull();
			objects.add(STRICT.convertValue(each, Objects.requireNonNull(type)));
		}
		return new Manifests(List.copyOf(objects));
	}

	<T extends HasMetadata> List<T> all(Class<T> type) {
		return this.objects.stream().filter(type::isInstance).map(type::cast).toList();
	}

	<T extends HasMetadata> T one(Class<T> type, String name) {
		return all(type).stream()
			.filter((each) -> each.getMetadata().getName().equals(name))
			.findFirst()
			.orElseThrow(() -> new AssertionError("no %s %s".formatted(type.getSimpleName(), name)));
	}

	/// The pods that the objects make, by the object's kind and name.
	Stream<PodOf> pods() {
		return this.objects.stream().flatMap((object) -> switch (object) {
			case DaemonSet set -> Stream.of(PodOf.template(object, set.getSpec().getTemplate()));
			case Deployment deployment -> Stream.of(PodOf.template(object, deployment.getSpec().getTemplate()));
			case Job job -> Stream.of(PodOf.template(object, job.getSpec().getTemplate()));
			case Pod pod -> Stream.of(new PodOf(object, pod.getMetadata().getLabels(), pod.getSpec()));
			default -> Stream.empty();
		});
	}

	/// The pod of an object.
	record PodOf(HasMetadata owner, Map<String, String> labels, PodSpec spec) {

		static PodOf template(HasMetadata owner, PodTemplateSpec template) {
			return new PodOf(owner, template.getMetadata().getLabels(), template.getSpec());
		}

		/// The ordinary containers, then those for the beginning.
		Stream<Container> containers() {
			return Stream.concat(this.spec.getContainers().stream(), this.spec.getInitContainers().stream());
		}

		boolean matches(Map<String, String> selector) {
			return this.labels.entrySet().containsAll(selector.entrySet());
		}

		@Override
		public String toString() {
			return "%s %s".formatted(this.owner.getKind(), this.owner.getMetadata().getName());
		}

	}

	/// The model keeps unknown fields for others; here they are faults.
	private static final class NoAnySetters extends JacksonAnnotationIntrospector {

		private static final long serialVersionUID = 1L;

		@Override
		public Boolean hasAnySetter(Annotated annotated) {
			return false;
		}

	}

}
