// Building the page. Whatever comes from data becomes text, never markup: names and labels are strangers' words.

const SVG = 'http://www.w3.org/2000/svg';

// element('a', { href, class: 'x', on: { click } }, 'text', otherElement, null)
export function element(tag, attributes = {}, ...children) {
	return filled(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
	return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(node, attributes, children) {
	for (const [name, value] of Object.entries(attributes)) {
		if (value === null || value === undefined || value === false) {
			continue;
		}
		if (name === 'on') {
			Object.entries(value).forEach(([type, listener]) => node.addEventListener(type, listener));
		}
		else {
			node.setAttribute(name, value === true ? '' : value);
		}
	}
	node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
	return node;
}

export function replace(node, ...children) {
	node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
	return node;
}

const shown = new WeakMap();

// Puts something else there only if it differs and nobody is in it: what is opened stays open, and the focus where it is.
export function update(node, ...children) {
	const next = element('div', {}, children);
	if (shown.get(node) === next.innerHTML || node.contains(document.activeElement)) {
		return;
	}
	shown.set(node, next.innerHTML);
	node.replaceChildren(...next.childNodes);
}

// Says something to screen readers.
export function announce(text) {
	document.getElementById('announcements').textContent = text;
}

// A figure with its name, for the row of them at a page's top.
export function tile(label, value, note = null, kind = null) {
	return element('div', { class: kind ? `tile ${kind}` : 'tile' }, element('dt', {}, label),
		element('dd', {}, value, note ? element('small', {}, note) : null));
}

// Names and what they stand for.
export function pairs(entries) {
	return element('dl', { class: 'pairs' }, entries.map(([name, value]) => element('div', {}, element('dt', {}, name),
		element('dd', {}, value))));
}

export function tiles(...all) {
	return element('dl', { class: 'tiles' }, ...all);
}

// How much of something is used, as a bar behind its figure.
export function share(text, used, whole) {
	const part = whole > 0 && used !== null && used !== undefined ? Math.min(1, Math.max(0, used / whole)) : null;
	if (part === null) {
		return element('span', {}, text);
	}
	const bar = element('span', { class: part > 0.9 ? 'bar high' : 'bar', 'aria-hidden': 'true' });
	bar.style.setProperty('--part', `${(part * 100).toFixed(1)}%`);
	return element('span', { class: 'share' }, text, bar);
}

export function stateBadge(state) {
	return element('span', { class: `badge ${state}` }, state);
}

// What went wrong, as the service says it.
export function problemBox(problem, retry) {
	return element('div', { class: 'problem', role: 'alert' },
		element('h2', {}, problem.title),
		element('p', {}, problem.detail),
		problem.choices ? element('ul', {}, problem.choices) : null,
		problem.type ? element('p', { class: 'muted' }, `${problem.type}${problem.status ? `, status ${problem.status}` : ''}`) : null,
		retry ? element('button', { type: 'button', on: { click: retry } }, 'Try again') : null);
}

// Something in a corner that goes by itself.
export function toast(text) {
	const box = element('div', { class: 'toast' }, text);
	document.body.append(box);
	announce(text);
	setTimeout(() => box.remove(), 3000);
}
