package io.slicemeter.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Opens several files of one directory, all or none.
final class Opening {

	private final Path directory;

	private final ParseFaults faults;

	private final List<KeptFile> opened = new ArrayList<>();

	Opening(Path directory, ParseFaults faults) {
		this.directory = directory;
		this.faults = faults;
	}

	KeptFile required(KernelFile file) throws IOException {
		return opened(KeptFile.required(file, this.directory, this.faults));
	}

	KeptFile optional(KernelFile file) throws IOException {
		return opened(KeptFile.optional(file, this.directory, this.faults));
	}

	/// Closes what was opened before something failed.
	void abandon() {
		this.opened.forEach(KeptFile::close);
	}

	private KeptFile opened(KeptFile file) {
		this.opened.add(file);
		return file;
	}

}
