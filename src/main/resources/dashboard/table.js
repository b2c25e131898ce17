// A table that can be sorted by each column, searched, and walked through with the arrow keys. Rows keep their elements
// while they stay, so that nothing that has the focus is torn away by new figures.

import { element, replace, svg } from './dom.js';
import { sparkline } from './chart.js';

const SEARCH_AFTER_MS = 200;

export class Table {

	// columns: { key, label, value(row), cell(row)?, numeric?, lazy(row)? }. `value` is what is sorted by and searched;
	// `cell` what is shown, a text or an element. `lazy` brings a cell once it is seen.
	constructor({ caption, columns, key, empty, sort, onSort, onSearch, search = '', note }) {
		Object.assign(this, { columns, keyOf: key, empty, onSort, onSearch });
		[this.sortKey, this.sortDown] = [sort?.replace(/^-/, '') ?? null, sort?.startsWith('-') ?? false];
		this.rows = [];
		this.elements = new Map();
		this.words = search;
		this.headers = new Map(columns.map((column) => [column.key, this.header(column)]));
		this.body = element('tbody', { on: { keydown: (event) => this.walk(event) } });
		this.status = element('p', { class: 'muted table-status', role: 'status' });
		this.input = element('input', { type: 'search', value: search, placeholder: 'Search', 'aria-label': `Search in ${caption}`,
			on: { input: () => this.searched() } });
		this.heading = element('h2', {}, caption);
		this.more = element('button', { type: 'button', hidden: true }, 'Show more');
		this.element = element('section', { class: 'card table', 'data-table': caption },
			element('div', { class: 'table-head' }, this.heading, note ? element('small', { class: 'muted' }, note) : null, this.input),
			element('div', { class: 'table-wrap', tabindex: '0', role: 'region', 'aria-label': caption },
				element('table', {}, element('caption', { class: 'hidden' }, caption),
					element('thead', {}, element('tr', {}, [...this.headers.values()])), this.body)),
			this.status, this.more);
		this.seen = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting)
			.forEach((entry) => this.bring(entry.target)));
	}

	destroy() {
		this.seen.disconnect();
		clearTimeout(this.waiting);
	}

	header(column) {
		const sortable = column.value !== undefined;
		const label = sortable ? element('button', { type: 'button', on: { click: () => this.sortBy(column) } }, column.label)
			: column.label;
		return element('th', { scope: 'col', class: column.numeric ? 'numeric' : null }, label);
	}

	show(rows) {
		this.rows = rows;
		this.write();
	}

	sortBy(column) {
		// figures from above, names from a to z
		this.sortDown = this.sortKey === column.key ? !this.sortDown : column.numeric === true;
		this.sortKey = column.key;
		this.onSort?.(`${this.sortDown ? '-' : ''}${this.sortKey}`);
		this.write();
	}

	searched() {
		clearTimeout(this.waiting);
		this.waiting = setTimeout(() => {
			this.words = this.input.value;
			this.onSearch?.(this.words);
			this.write();
		}, SEARCH_AFTER_MS);
	}

	matching() {
		const words = this.words.toLowerCase().split(/\s+/).filter((word) => word !== '');
		const matches = (row) => {
			const text = this.columns.map((column) => String(column.search?.(row) ?? column.value?.(row) ?? '')).join('\n').toLowerCase();
			return words.every((word) => text.includes(word));
		};
		return words.length === 0 ? this.rows.slice() : this.rows.filter(matches);
	}

	sorted(rows) {
		const column = this.columns.find((each) => each.key === this.sortKey);
		if (!column) {
			return rows;
		}
		const down = this.sortDown ? -1 : 1;
		return rows.sort((one, other) => {
			const [a, b] = [column.value(one), column.value(other)];
			// what is not known comes last, whichever way
			if (a === null || a === undefined || b === null || b === undefined) {
				return (a === null || a === undefined ? 1 : 0) - (b === null || b === undefined ? 1 : 0);
			}
			return down * (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true }));
		});
	}

	write() {
		for (const [key, header] of this.headers) {
			header.setAttribute('aria-sort', key !== this.sortKey ? 'none' : this.sortDown ? 'descending' : 'ascending');
		}
		const rows = this.sorted(this.matching());
		const kept = new Map();
		const elements = rows.map((row) => {
			const key = this.keyOf(row);
			const known = this.elements.get(key) ?? this.newRow();
			kept.set(key, known);
			this.fill(known, row);
			return known.element;
		});
		this.elements = kept;
		this.place(elements);
		const total = this.rows.length;
		this.status.textContent = total === 0 ? this.empty : rows.length === 0 ? `Nothing matches “${this.words}”.`
			: rows.length < total ? `${rows.length} of ${total}` : '';
	}

	// Moves only what is not in its place: a moved element loses the focus.
	place(elements) {
		const wanted = new Set(elements);
		[...this.body.children].filter((child) => !wanted.has(child)).forEach((child) => child.remove());
		elements.forEach((child, index) => {
			if (this.body.children[index] !== child) {
				this.body.insertBefore(child, this.body.children[index] ?? null);
			}
		});
	}

	newRow() {
		const cells = this.columns.map((column, index) => element(index === 0 ? 'th' : 'td',
			{ scope: index === 0 ? 'row' : null, class: column.numeric ? 'numeric' : null }));
		return { element: element('tr', {}, cells), cells, shown: [] };
	}

	fill(known, row) {
		known.row = row;
		this.columns.forEach((column, index) => {
			const cell = known.cells[index];
			if (column.lazy) {
				cell.bring = () => column.lazy(known.row, cell);
				if (!known.shown[index]) {
					known.shown[index] = true;
					this.seen.observe(cell);
				}
				return;
			}
			const content = column.cell ? column.cell(row) : column.value(row);
			const mark = content instanceof Element ? content.outerHTML : String(content);
			if (known.shown[index] !== mark) {
				known.shown[index] = mark;
				replace(cell, content);
			}
		});
	}

	bring(cell) {
		cell.bring?.();
	}

	// What is in sight is brought again.
	refreshLazy() {
		this.elements.forEach(({ cells }) => cells.filter((cell) => cell.bring).forEach((cell) => {
			this.seen.unobserve(cell);
			this.seen.observe(cell);
		}));
	}

	walk(event) {
		const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		const row = event.target.closest('tr');
		if (by === undefined || !row) {
			return;
		}
		const links = [...this.body.querySelectorAll('tr > th a')];
		const next = links[links.indexOf(row.querySelector('th a')) + by];
		if (next) {
			event.preventDefault();
			next.focus();
		}
	}

}

export function picture(values, label) {
	const { path, width, height } = sparkline(values, label);
	return svg('svg', { class: 'sparkline', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': label },
		svg('path', { d: path }));
}

// Brings what many cells want, a few at a time, and each at most every so often.
export class Bringer {

	constructor(concurrency, keepSeconds) {
		Object.assign(this, { concurrency, keepSeconds, running: 0, waiting: [], brought: new Map() });
	}

	bring(key, work) {
		const last = this.brought.get(key);
		if (last !== undefined && performance.now() - last < this.keepSeconds * 1000) {
			return;
		}
		this.brought.set(key, performance.now());
		this.waiting.push(() => work().catch((failure) => {
			// what failed may be tried again at once
			this.brought.delete(key);
			throw failure;
		}));
		this.next();
	}

	async next() {
		if (this.running >= this.concurrency || this.waiting.length === 0) {
			return;
		}
		this.running += 1;
		try {
			await this.waiting.shift()();
		}
		catch {
			// a cell stays empty; what is wrong with the service, the page tells
		}
		finally {
			this.running -= 1;
			this.next();
		}
	}

}
