package io.slicemeter.web;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/// Refuses parameters that a handler does not know: a misspelt one would otherwise change
/// nothing, silently. What a handler knows are its `@RequestParam`s and the components of
/// its records. One that is not a collection is taken once, and none is empty.
class KnownParameters implements HandlerInterceptor {

	private final Map<HandlerMethod, Map<String, Boolean>> known = new ConcurrentHashMap<>();

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
		if (handler instanceof HandlerMethod method) {
			check(this.known.computeIfAbsent(method, KnownParameters::repeatable), request.getParameterMap());
			request.getParameterMap().forEach(KnownParameters::refuseEmpty);
		}
		return true;
	}

	private static void check(Map<String, Boolean> known, Map<String, String[]> given) {
		List<String> unknown = given.keySet().stream().filter((name) -> !known.containsKey(name)).sorted().toList();
		if (!unknown.isEmpty()) {
			List<String> allowed = List.copyOf(known.keySet());
			throw Problem
				.of(ProblemType.UNKNOWN_PARAMETER,
						"There is no parameter %s here; %s".formatted(
								String.join(", ",
										unknown.stream().map((name) -> "'" + Problem.shown(name) + "'").toList()),
								allowed.isEmpty() ? "none is allowed" : "allowed are " + String.join(", ", allowed)))
				.with("parameters", unknown.stream().map(Problem::shown).toList())
				.with("allowed", allowed);
		}
		given.forEach((name, values) -> {
			if (Arrays.stream(values).anyMatch((value) -> value.indexOf('\0') >= 0)) {
				// no text of the database can hold one
				throw Problem.invalidParameter(name,
						"'%s' holds the character U+0000, which no value can".formatted(name));
			}
			if (values.length > 1 && !known.getOrDefault(name, false)) {
				throw Problem
					.of(ProblemType.REPEATED_PARAMETER,
							"'%s' was given %d times; it is allowed once".formatted(name, values.length))
					.with("parameter", name);
			}
		});
	}

	/// An empty value is not the same as none: whoever sends one has most often forgotten
	/// to fill it in, and would be answered something else than was meant.
	private static void refuseEmpty(String name, String[] values) {
		if (Arrays.stream(values).anyMatch(String::isBlank)) {
			throw Problem.invalidParameter(name,
					"'%s' is empty; give it a value, or leave it out".formatted(Problem.shown(name)));
		}
	}

	/// The names that a handler knows, and whether each may be repeated.
	private static Map<String, Boolean> repeatable(HandlerMethod handler) {
		Map<String, Boolean> names = new TreeMap<>();
		for (MethodParameter parameter : handler.getMethodParameters()) {
			RequestParam single = parameter.getParameterAnnotation(RequestParam.class);
			if (single != null) {
				MethodParameter named = parameter.withContainingClass(handler.getBeanType());
				named.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
				String name = single.name().isEmpty() ? String.valueOf(named.getParameterName()) : single.name();
				names.put(name, isCollection(parameter.getParameterType()));
			}
			else if (parameter.getParameterType().isRecord() && !parameter.hasParameterAnnotation(RequestBody.class)) {
				Arrays.stream(parameter.getParameterType().getRecordComponents())
					.forEach((component) -> names.put(component.getName(), isCollection(component)));
			}
		}
		return names;
	}

	private static boolean isCollection(RecordComponent component) {
		return isCollection(component.getType());
	}

	private static boolean isCollection(Class<?> type) {
		return Collection.class.isAssignableFrom(type) || type.isArray();
	}

}
