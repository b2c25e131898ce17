package io.slicemeter.engine;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import io.slicemeter.runner.ContainerId;

/// Notes all that it is told, one short line each.
class RecordingListener implements EngineListener {

	private final List<String> told = new CopyOnWriteArrayList<>();

	private final List<EngineEvent> events = new CopyOnWriteArrayList<>();

	private final List<Container> inspections = new CopyOnWriteArrayList<>();

	@Override
	public void connected(EngineFacts facts) {
		this.told.add("connected " + facts.version());
	}

	@Override
	public void event(EngineEvent event) {
		this.events.add(event);
		this.told.add(EventDecoder.action(event) + " " + event.container().abbreviated());
	}

	@Override
	public void inspected(Container container) {
		this.inspections.add(container);
		this.told.add("inspected " + container.name() + " " + container.status());
	}

	@Override
	public void gone(ContainerId container) {
		this.told.add("gone " + container.abbreviated());
	}

	@Override
	public void reconciled(Set<ContainerId> living) {
		this.told.add("reconciled "
				+ living.stream().map(ContainerId::abbreviated).sorted().collect(Collectors.joining(",", "[", "]")));
	}

	@Override
	public void disconnected(String why) {
		this.told.add("disconnected " + why);
	}

	List<String> told() {
		return List.copyOf(this.told);
	}

	/// What was told of a kind, e.g. "reconciled".
	List<String> told(String word) {
		return this.told.stream().filter((line) -> line.startsWith(word + " ")).toList();
	}

	List<EngineEvent> events() {
		return List.copyOf(this.events);
	}

	/// Events of one container.
	List<EngineEvent> events(ContainerId container) {
		return this.events.stream().filter((event) -> event.container().equals(container)).toList();
	}

	/// Inspections of one container.
	List<Container> inspections(ContainerId container) {
		return this.inspections.stream().filter((inspected) -> inspected.id().equals(container)).toList();
	}

}
