package io.slicemeter.runner;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

/// A row of the table `slice`; only read here, its host's agent writes it.
@Entity
@Immutable
@Table(name = "slice")
@SuppressWarnings("NullAway.Init")
class SliceRow {

	@EmbeddedId
	private Key key;

	@Column(name = "name")
	private String name;

	@Column(name = "summed")
	private boolean summed;

	@Column(name = "capacity_cpu_millicores")
	private @Nullable Long capacityCpuMillicores;

	@Column(name = "capacity_memory_bytes")
	private @Nullable Long capacityMemoryBytes;

	@Column(name = "capacity_pids")
	private @Nullable Long capacityPids;

	long hostId() {
		return this.key.hostId();
	}

	SliceName name() {
		return new SliceName(this.name);
	}

	CataloguedSlice catalogued(CataloguedHost host) {
		return new CataloguedSlice(host, name(), this.summed,
				Limits.ofColumns(this.capacityCpuMillicores, this.capacityMemoryBytes, this.capacityPids));
	}

	/// What names a slice on its host.
	@Embeddable
	record Key(@Column(name = "host_id") long hostId, @Column(name = "slice_id") long sliceId) {
	}

}
