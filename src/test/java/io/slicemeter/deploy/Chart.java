package io.slicemeter.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import io.fabric8.openshift.api.model.monitoring.v1.Rule;

import org.springframework.util.FileSystemUtils;

/// The chart, as Helm renders it. Helm itself runs inside this process.
final class Chart {

	static final Path DIRECTORY = Path.of("helm/slicemeter").toAbsolutePath();

	static final Path MINIMAL = DIRECTORY.resolve("ci/minimal-values.yaml");

	static final Path FULL = DIRECTORY.resolve("ci/full-values.yaml");

	/// Helm keeps hooks apart from the objects that it renders, and the library does not
	/// show them. In the copy that is rendered here they are ordinary objects, and their
	/// annotation has this name.
	static final String HOOK = "hidden.helm.sh/hook";

	private static final Path WITHOUT_HOOKS = copyWithoutHooks();

	private static final Map<Path, Manifests> RENDERED = new ConcurrentHashMap<>();

	private Chart() {
	}

	/// The values files that the chart is tried with, each an installation of its own.
	static List<Path> valuesFiles() {
		try (Stream<Path> files = Files.list(DIRECTORY.resolve("ci"))) {
			return files.filter((file) -> file.toString().endsWith("-values.yaml")).sorted().toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static LintResult lint() {
		return new Helm(DIRECTORY).lint().strict().call();
	}

	/// What Helm would send to Kubernetes.
	/// @param settings as `--set` takes them
	/// @throws IllegalStateException if the chart or its schema refuses the values
	static Manifests render(Path values, Map<String, String> settings) {
		TemplateCommand template = new Helm(WITHOUT_HOOKS).template()
			.withName("release")
			.withNamespace("metering")
			.withKubeVersion("1.31.0")
			.withValuesFile(values);
		settings.forEach(template::set);
		return Manifests.parse(template.call());
	}

	static Manifests render(Path values) {
		return RENDERED.computeIfAbsent(values, (file) -> render(file, Map.of()));
	}

	/// The alerts that it makes.
	static Stream<Rule> alerts() {
		return render(FULL).all(PrometheusRule.class)
			.stream()
			.flatMap((rule) -> rule.getSpec().getGroups().stream())
			.flatMap((group) -> group.getRules().stream());
	}

	private static Path copyWithoutHooks() {
		try (Stream<Path> files = Files.walk(DIRECTORY)) {
			Path copy = Path.of("target/chart-without-hooks").toAbsolutePath();
			FileSystemUtils.deleteRecursively(copy);
			for (Path file : files.filter(Files::isRegularFile).toList()) {
				Path target = copy.resolve(DIRECTORY.relativize(file).toString());
				Files.createDirectories(target.getParent());
				Files.writeString(target, Files.readString(file).replace("helm.sh/hook", HOOK));
			}
			return copy;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static String file(String name) {
		try {
			return Files.readString(DIRECTORY.resolve(name));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
