package io.slicemeter.e2e;

/// What a command left behind.
///
/// @param command the command as it was given
/// @param exitCode 0 if it succeeded
/// @param output its standard output, without the last line's end
/// @param errors its standard error
record CommandResult(String command, int exitCode, String output, String errors) {

	/// Its output; an [IllegalStateException] with all facts if it failed.
	String outputOfSuccess() {
		if (this.exitCode != 0) {
			throw new IllegalStateException(
					"'%s' ended with %d%n%s%n%s".formatted(this.command, this.exitCode, this.output, this.errors));
		}
		return this.output;
	}

}
