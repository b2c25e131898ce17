package io.slicemeter.runner;

import java.util.Collection;
import java.util.List;

import org.springframework.data.repository.Repository;

/// Reads the table `slice`.
interface SliceRows extends Repository<SliceRow, SliceRow.Key> {

	List<SliceRow> findAllByKeyHostIdIn(Collection<Long> hostIds);

	List<SliceRow> findAllByKeyHostIdInAndKeySliceId(Collection<Long> hostIds, long sliceId);

}
