package io.slicemeter.history;

/// What a client is to be told next.
///
/// @param look what was found
/// @param skipped how many events of it the client was sent before
/// @param whole whether the look is as it was found: only then its events can be counted
public record LiveDelivery(LiveLook look, int skipped, boolean whole) {

	static LiveDelivery of(LiveLook look) {
		return new LiveDelivery(look, 0, true);
	}

	/// The position of a client that was sent some of the look's events.
	/// @param sent how many, with those that were skipped
	/// @param last whether these are all
	public LivePosition position(int sent, boolean last) {
		if (last) {
			return new LivePosition(this.look.epoch(), this.look.number(), LivePosition.ALL, this.look.settled());
		}
		return new LivePosition(this.look.epoch(), this.look.number(), this.whole ? sent : 0,
				this.look.settledBefore());
	}

}
