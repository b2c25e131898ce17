package io.slicemeter.slice.web;

import java.util.List;

/// All hosts.
record HostList(List<HostItem> items) {
}
