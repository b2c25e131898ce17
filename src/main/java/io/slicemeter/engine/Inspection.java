package io.slicemeter.engine;

/// The answer to the question what a container is.
sealed interface Inspection {

	/// The Engine described it.
	record Found(Container container) implements Inspection {
	}

	/// The Engine does not know it any more.
	record Gone() implements Inspection {
	}

	/// The Engine answered, but not this.
	record Failed(String why) implements Inspection {
	}

}
