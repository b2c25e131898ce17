package io.slicemeter.engine;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import jakarta.validation.constraints.NotEmpty;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// Which network traffic is a runner's own.
///
/// @param interfaces the interfaces within a runner's network namespace that count, as
/// globs (`*` any text, `?` any one character). A nested engine's `veth*`, `docker0` and
/// `br-*` would count its traffic twice
@Validated
@ConfigurationProperties("slicemeter.network")
public record NetworkProperties(@DefaultValue("eth*") @NotEmpty(
		message = "must name at least one interface or glob, e.g. eth*") List<@jakarta.validation.constraints.Pattern(
				regexp = "[A-Za-z0-9_.:@*?-]+",
				message = "must be an interface name or glob of the characters A-Z a-z 0-9 _ . : @ - * ?") String> interfaces) {

	public NetworkProperties {
		interfaces = List.copyOf(interfaces);
	}

	/// One pattern that matches exactly the names that one of the globs matches.
	public Pattern pattern() {
		return Pattern.compile(this.interfaces.stream().map(NetworkProperties::regex).collect(Collectors.joining("|")));
	}

	private static String regex(String glob) {
		return glob.chars().mapToObj((character) -> switch (character) {
			case '*' -> ".*";
			case '?' -> ".";
			default -> Pattern.quote(Character.toString(character));
		}).collect(Collectors.joining());
	}

}
