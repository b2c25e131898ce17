package io.slicemeter.timeseries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;

/// Where the spool lies: made if it is missing, readable by its user alone.
final class SpoolDirectory {

	private SpoolDirectory() {
	}

	/// Opens the spool of a directory.
	/// @throws SpoolUnusableException if that can't be
	static SpoolFile open(Path directory) {
		try {
			make(directory);
			return SpoolFile.open(directory);
		}
		catch (IOException ex) {
			throw unwritable(directory, ex);
		}
		catch (SQLException ex) {
			if (SpoolFile.isInUse(ex)) {
				throw new SpoolUnusableException(
						"The spool in %s is in use by another Slicemeter.".formatted(directory),
						"Stop that one first. To run two on this machine, give this one a directory of its own with "
								+ "slicemeter.spool.directory.",
						ex);
			}
			if (!Files.isWritable(directory)) {
				throw unwritable(directory, ex);
			}
			throw new SpoolUnusableException(
					"The spool in %s can't be opened: %s".formatted(directory, ex.getMessage()),
					"Make room on its disk if that is full, start the version that wrote it, or move its files away: "
							+ "what waits in it for the database is lost then.",
					ex);
		}
	}

	private static void make(Path directory) throws IOException {
		if (!Files.isDirectory(directory)) {
			Files.createDirectories(directory);
			Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
		}
		if (!Files.isWritable(directory)) {
			throw new IOException("permission denied");
		}
	}

	private static SpoolUnusableException unwritable(Path directory, Exception ex) {
		return new SpoolUnusableException(
				"The spool needs a directory that it can write: %s can't be made or written by the user '%s' (%s)."
					.formatted(directory, System.getProperty("user.name"), ex.getMessage()),
				"Make it with that user as its owner, or name another one with slicemeter.spool.directory. It has to be "
						+ "on a local disk that outlives the process.",
				ex);
	}

}
