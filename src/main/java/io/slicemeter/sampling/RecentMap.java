package io.slicemeter.sampling;

import java.util.LinkedHashMap;
import java.util.Map;

/// A map that keeps only what was put in last, so that remembering containers does not
/// grow with their number.
final class RecentMap<K, V> extends LinkedHashMap<K, V> {

	private static final long serialVersionUID = 1;

	private final int capacity;

	RecentMap(int capacity) {
		this.capacity = capacity;
	}

	@Override
	protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
		return size() > this.capacity;
	}

}
