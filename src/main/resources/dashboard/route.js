// What the page shows is all in its address, behind the #: #/runners/build-7?host=ci-01&from=-1h. So it can be kept and
// sent, and the server's logs don't tell who looked at what.

export const RANGES = [['-15m', '15 min'], ['-1h', '1 h'], ['-6h', '6 h'], ['-24h', '24 h'], ['-7d', '7 d'], ['-30d', '30 d']];

const PAGES = { slices: 'slice', runners: 'runner', runs: 'run' };

const UNIT_SECONDS = { s: 1, m: 60, h: 3600, d: 86400, w: 604800 };

export function parse(hash) {
	const [path, query = ''] = hash.replace(/^#/, '').split('?', 2);
	const [, place = '', name = ''] = path.split('/');
	const parameters = new URLSearchParams(query);
	let decoded = name;
	try {
		decoded = decodeURIComponent(name);
	}
	catch {
		// taken as it is
	}
	return {
		page: decoded && Object.hasOwn(PAGES, place) ? PAGES[place] : 'fleet',
		name: decoded,
		host: parameters.get('host'),
		from: parameters.get('from') ?? '-1h',
		to: parameters.get('to') ?? 'now',
		step: parameters.get('step'),
		live: parameters.get('live') !== 'off',
		parameters,
	};
}

// Which thing is shown, whatever the range.
export function subject(route) {
	return [route.page, route.name, route.host ?? ''].join('\n');
}

export function isMoving(route) {
	return route.to === 'now';
}

// The width of a range that moves with time, in seconds.
export function width(from) {
	const match = /^-(\d+)([smhdw])$/.exec(from);
	return match === null ? null : Number(match[1]) * UNIT_SECONDS[match[2]];
}

// A link that keeps the range. What else the address says belongs to one page.
export function link(place, name = null, more = {}) {
	const route = parse(location.hash);
	const parameters = new URLSearchParams();
	for (const kept of ['from', 'to', 'live']) {
		if (route.parameters.has(kept)) {
			parameters.set(kept, route.parameters.get(kept));
		}
	}
	for (const [key, value] of Object.entries(more)) {
		if (value !== null && value !== undefined) {
			parameters.set(key, value);
		}
	}
	const query = parameters.size > 0 ? `?${parameters}` : '';
	return `#/${place}${name === null ? '' : `/${encodeURIComponent(name)}`}${query}`;
}

// The address with some parameters changed; null takes one out.
export function changed(changes) {
	const [path, query = ''] = (location.hash || '#/').split('?', 2);
	const parameters = new URLSearchParams(query);
	for (const [key, value] of Object.entries(changes)) {
		if (value === null || value === undefined || value === '') {
			parameters.delete(key);
		}
		else {
			parameters.set(key, value);
		}
	}
	return `${path}${parameters.size > 0 ? `?${parameters}` : ''}`;
}

// Goes to another range or thing: a step that the browser's back button takes back.
export function go(changes) {
	location.hash = changed(changes);
}

// Notes what a table is sorted or searched by: no step of its own.
export function note(changes) {
	history.replaceState(null, '', changed(changes));
}

export function iso(seconds) {
	return new Date(Math.round(seconds * 1000)).toISOString();
}
