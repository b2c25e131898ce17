// Asks the REST API. A token, where one is needed, lives in the tab's session storage and nowhere else.

const TOKEN = 'slicemeter.token';

const TRIES = 3;

export class Problem extends Error {

	constructor(status, body) {
		super(body.detail ?? body.title);
		this.status = status;
		this.type = body.type ?? null;
		this.title = body.title ?? 'Something went wrong';
		this.detail = body.detail ?? '';
		this.hosts = body.hosts ?? null;
	}

	get isUnreachable() {
		return this.type === 'unreachable';
	}

}

export function token() {
	return sessionStorage.getItem(TOKEN);
}

export function keepToken(value) {
	if (value) {
		sessionStorage.setItem(TOKEN, value);
	}
	else {
		sessionStorage.removeItem(TOKEN);
	}
}

// Where a question is asked: address('/runners', { state: 'running' })
export function address(path, query = {}) {
	const url = new URL(`api/v1${path}`, document.baseURI);
	url.hash = '';
	for (const [name, value] of Object.entries(query)) {
		if (value !== null && value !== undefined && value !== '') {
			url.searchParams.set(name, Array.isArray(value) ? value.join(',') : value);
		}
	}
	return url;
}

export async function get(path, query = {}, { signal } = {}) {
	const response = await ask(address(path, query), 'application/json', signal);
	return response.json();
}

// The answer itself, once it is a good one. Who asks too often waits as long as the service says.
export async function ask(url, accept, signal, headers = {}) {
	for (let attempt = 1; ; attempt++) {
		const response = await send(url, accept, signal, headers);
		if (response.ok) {
			return response;
		}
		if (response.status === 429 && attempt < TRIES) {
			const wait = Math.min(5, Number(response.headers.get('Retry-After')) || 1);
			await new Promise((resolve) => setTimeout(resolve, wait * 1000));
			continue;
		}
		const problem = await problemOf(response);
		if (response.status === 401) {
			window.dispatchEvent(new CustomEvent('slicemeter-token', { detail: problem }));
		}
		throw problem;
	}
}

async function send(url, accept, signal, headers) {
	const all = { Accept: accept, ...headers };
	if (token()) {
		all.Authorization = `Bearer ${token()}`;
	}
	try {
		return await fetch(url, { headers: all, signal, credentials: 'omit', cache: 'no-cache' });
	}
	catch (failure) {
		if (failure.name === 'AbortError') {
			throw failure;
		}
		throw new Problem(0, { type: 'unreachable', title: 'The service does not answer',
			detail: `${url.host} can't be reached. What is shown may be old.` });
	}
}

async function problemOf(response) {
	try {
		return new Problem(response.status, await response.json());
	}
	catch {
		return new Problem(response.status, { title: `The service answers ${response.status}`, detail: response.statusText });
	}
}

// The same question for a shell. The token stays where it is.
export function curl(url, accept = 'application/json') {
	const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
	const authorization = token() ? ' -H "Authorization: Bearer $TOKEN"' : '';
	return `curl -s -H ${quoted(`Accept: ${accept}`)}${authorization} ${quoted(url.href)}`;
}

export async function csv(path, query) {
	const response = await ask(address(path, query), 'text/csv');
	return response.text();
}

export function download(name, text) {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
