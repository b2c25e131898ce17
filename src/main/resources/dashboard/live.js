// What happens now: server-sent events, read with `fetch`, for only that can send a token. Where there is no stream, or it
// broke, the page is told to look for itself every 2.5 s, so that a new run shows within 5 s.

import { address, ask } from './api.js';

const POLL_MS = 2500;

const RECONNECT_MS = 3000;

// Where there is none there won't be one soon.
const RETRY_WITHOUT_MS = 60_000;

// The service sends a heartbeat every 15 s.
const SILENT_MS = 40_000;

export class Live {

	// onEvent(name, data): `samples`, `run-started`, `run-ended`, or `poll`. onStatus(text, streaming)
	constructor({ filter, onEvent, onStatus }) {
		Object.assign(this, { filter, onEvent, onStatus });
	}

	start() {
		this.stop();
		this.stopped = new AbortController();
		this.run(this.stopped.signal);
	}

	stop() {
		this.stopped?.abort();
		clearInterval(this.polling);
		this.polling = null;
	}

	async run(signal) {
		while (!signal.aborted) {
			let pause = RECONNECT_MS;
			try {
				await this.listen(signal);
				this.poll(signal, 'the stream ended');
			}
			catch (problem) {
				if (signal.aborted) {
					return;
				}
				pause = problem.status === 404 ? RETRY_WITHOUT_MS : RECONNECT_MS;
				this.poll(signal, problem.status === 404 ? 'there is no stream' : 'the stream can’t be read');
			}
			await wait(pause, signal);
		}
	}

	poll(signal, reason) {
		if (signal.aborted || this.polling) {
			return;
		}
		this.onStatus(`Asks every ${POLL_MS / 1000} s: ${reason}`, false);
		this.polling = setInterval(() => this.onEvent('poll', null), POLL_MS);
	}

	async listen(signal) {
		const silence = new AbortController();
		const either = AbortSignal.any([signal, silence.signal]);
		let timer = setTimeout(() => silence.abort(), SILENT_MS);
		try {
			const response = await ask(address('/stream', this.filter), 'text/event-stream', either,
				this.lastId ? { 'Last-Event-ID': this.lastId } : {});
			clearInterval(this.polling);
			this.polling = null;
			this.onStatus('Told by the service as it happens', true);
			// what happened until now
			this.onEvent('poll', null);
			const events = new EventReader((name, data, id) => {
				this.lastId = id ?? this.lastId;
				this.onEvent(name, data);
			});
			const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
			for (;;) {
				const { done, value } = await reader.read();
				if (done) {
					return;
				}
				clearTimeout(timer);
				timer = setTimeout(() => silence.abort(), SILENT_MS);
				events.read(value);
			}
		}
		finally {
			clearTimeout(timer);
		}
	}

}

// Puts server-sent events together from pieces of text. What can't be read is left out.
export class EventReader {

	constructor(onEvent) {
		Object.assign(this, { onEvent, rest: '', name: '', data: [], id: null });
	}

	read(text) {
		const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
		this.rest = lines.pop();
		lines.forEach((line) => this.line(line));
	}

	line(line) {
		if (line === '') {
			this.dispatch();
			return;
		}
		const [, field, value] = /^([^:]*):? ?(.*)$/.exec(line);
		if (field === 'event') {
			this.name = value;
		}
		else if (field === 'data') {
			this.data.push(value);
		}
		else if (field === 'id') {
			this.id = value;
		}
	}

	dispatch() {
		const [name, data] = [this.name || 'message', this.data.join('\n')];
		[this.name, this.data] = ['', []];
		if (data === '') {
			return;
		}
		try {
			this.onEvent(name, JSON.parse(data), this.id);
		}
		catch (failure) {
			if (!(failure instanceof SyntaxError)) {
				throw failure;
			}
		}
	}

}

function wait(millis, signal) {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, millis);
		signal.addEventListener('abort', () => {
			clearTimeout(timer);
			resolve();
		}, { once: true });
	});
}
