package io.slicemeter.runner;

import java.util.List;
import java.util.Optional;

import org.springframework.data.repository.Repository;

/// Reads the table `host`.
interface HostRows extends Repository<HostRow, Long> {

	List<HostRow> findAllByOrderByName();

	List<HostRow> findAllByIdIn(Iterable<Long> ids);

	Optional<HostRow> findByName(String name);

}
