package io.slicemeter.slice.web;

import java.util.List;

/// Slices, one item for each host.
record SliceList(List<SliceItem> items) {
}
