package io.slicemeter.role;

import java.lang.annotation.Annotation;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.Order;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConverterNotFoundException;

/// Shows what a setting takes whose value can't even be read: its form, and the bounds
/// that it would have been held to, or else its description, which names them. Spring
/// Boot's own report has neither.
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
class UnreadableSettingFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
		ConfigurationProperty property = cause.getProperty();
		boolean unreadable = findCause(cause, ConversionFailedException.class) != null
				|| findCause(cause, ConverterNotFoundException.class) != null;
		if (property == null || !unreadable || !SettingNames.ROOT.isAncestorOf(property.getName())) {
			return null;
		}
		String origin = (property.getOrigin() != null) ? " (" + property.getOrigin() + ")" : "";
		String bounds = bounds(cause.getTarget());
		String more = bounds.isEmpty() ? described(property.getName()) : "; it " + bounds + ".";
		return new FailureAnalysis(
				"%s is '%s'%s, which is not %s".formatted(property.getName(), property.getValue(), origin,
						form(cause.getTarget())) + more,
				"Give it such a value, or leave it out for its default.", cause);
	}

	private static String described(ConfigurationPropertyName name) {
		String description = SettingNames.ofThisVersion(UnreadableSettingFailureAnalyzer.class.getClassLoader())
			.map((names) -> names.description(name))
			.orElse("");
		return description.isEmpty() ? "." : ". It is: " + description;
	}

	private static String form(Bindable<?> target) {
		Class<?> type = target.getType().resolve(Object.class);
		if (type == Duration.class) {
			return "a duration such as 500ms, 2s, 5m or 1h";
		}
		if (type.isEnum()) {
			return "one of " + Arrays.stream(type.getEnumConstants())
				.map((constant) -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
				.collect(Collectors.joining(", "));
		}
		if (type == boolean.class || type == Boolean.class) {
			return "true or false";
		}
		if (List.of(int.class, long.class, Integer.class, Long.class).contains(type)) {
			return "a whole number";
		}
		return "a " + type.getSimpleName();
	}

	/// What the setting's constraints say, without the value that they never saw.
	private static String bounds(Bindable<?> target) {
		return Arrays.stream(target.getAnnotations())
			.map(UnreadableSettingFailureAnalyzer::message)
			.filter((message) -> message.startsWith("must "))
			.map((message) -> message.replaceFirst(", but is .*", ""))
			.distinct()
			.collect(Collectors.joining(" and "));
	}

	private static String message(Annotation constraint) {
		return (AnnotationUtils.getValue(constraint, "message") instanceof String message) ? message : "";
	}

}
