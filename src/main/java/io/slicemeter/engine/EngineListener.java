package io.slicemeter.engine;

import java.util.Set;

import io.slicemeter.runner.ContainerId;

/// Is told what happens in the Engine. All calls come one after the other on one thread,
/// in this order after every (re)connect: [#connected], then [#inspected] of everything
/// that lives, then [#reconciled], then the events. The same thing may be told more than
/// once.
public interface EngineListener {

	/// The Engine answers; its events are subscribed already.
	void connected(EngineFacts facts);

	/// Something happened. For a start, a rename and an update an inspection is told
	/// right after it, for a die too if the container still exists. An event is told
	/// once, but may be older than what an inspection said already.
	void event(EngineEvent event);

	/// The Engine described a container.
	void inspected(Container container);

	/// A container that was asked for does not exist any more.
	void gone(ContainerId container);

	/// A reconcile is through: these containers live. All of them have been told by
	/// [#inspected] just before, and of those that were told to live earlier and do not
	/// any more, either [#inspected] or [#gone]. One that the Engine failed to describe
	/// this time stays what it was.
	void reconciled(Set<ContainerId> living);

	/// The Engine does not answer. Told once for each loss, and once at the start if it
	/// can't be reached.
	/// @param why what went wrong, for people
	void disconnected(String why);

}
