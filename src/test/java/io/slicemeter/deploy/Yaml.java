package io.slicemeter.deploy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.StreamSupport;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/// Reads YAML without tolerating a key twice.
final class Yaml {

	private Yaml() {
	}

	/// All documents that are not empty.
	static List<Map<String, Object>> all(String text) {
		return StreamSupport.stream(loader().loadAll(text).spliterator(), false)
			.filter(Objects::nonNull)
			.map(Yaml::map)
			.toList();
	}

	static Map<String, Object> one(String text) {
		return map(loader().load(text));
	}

	@SuppressWarnings("unchecked")
	static Map<String, Object> map(Object value) {
		return (Map<String, Object>) value;
	}

	@SuppressWarnings("unchecked")
	static List<Object> list(Object value) {
		return (List<Object>) value;
	}

	/// What lies under keys of nested maps.
	static Object at(Map<String, Object> map, String... keys) {
		Object value = map;
		for (String key : keys) {
			value = Objects.requireNonNull(map(value).get(key), () -> key + " in " + map);
		}
		return value;
	}

	private static org.yaml.snakeyaml.Yaml loader() {
		LoaderOptions options = new LoaderOptions();
		options.setAllowDuplicateKeys(false);
		options.setCodePointLimit(16_000_000);
		return new org.yaml.snakeyaml.Yaml(new SafeConstructor(options));
	}

}
