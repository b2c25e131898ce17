package io.slicemeter.runner;

/// The bound of one resource: none, or a value.
public sealed interface Limit {

	/// No bound.
	Limit UNLIMITED = new Unlimited();

	/// A bound of so much.
	static Limit of(long value) {
		return new Limited(value);
	}

	/// No bound: the kernel's `max`.
	record Unlimited() implements Limit {
	}

	/// A bound, in the unit of the resource.
	record Limited(long value) implements Limit {

		public Limited {
			if (value < 0) {
				throw new IllegalArgumentException("A limit can't be negative: " + value);
			}
		}

	}

}
