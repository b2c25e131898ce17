// A chart over time: uPlot with our theme, cursors that go together, zoom by drag and by keys, marks, and the same figures
// as a table, as CSV and as a question for a shell.

import uPlot from './uplot/uPlot.esm.js';

import { address, csv, curl, download } from './api.js';
import { announce, element, replace, toast } from './dom.js';
import { moment, UNKNOWN } from './units.js';

const AXIS_WIDTH = 74;

const RIGHT = 12;

const HEIGHT = 190;

// How near to the window a chart is drawn.
const NEAR = '250px';

// A table of more rows helps nobody.
const MOST_ROWS = 1000;

// A limit far above all use would press the use to the ground: then only the legend tells it.
const FAR_ABOVE = 4;

const all = new Set();

// The theme's colours, each read once: asking for a style makes the browser lay out what has changed.
const colors = new Map();

function color(name) {
	if (!colors.has(name)) {
		colors.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
	}
	return colors.get(name);
}

// After the theme has changed.
export function repaint() {
	colors.clear();
	all.forEach((chart) => chart.draw(true));
}

export class Chart {

	// unit: one of UNITS. zoom(from, to) and zoomOut() change the range. questions() are the questions whose answers are
	// shown: { path, query }.
	constructor({ title, note, unit, zoom, zoomOut, questions, name }) {
		Object.assign(this, { title, unit, zoom, zoomOut, questions, name });
		this.hidden = new Set();
		this.body = element('div', { class: 'chart-body', tabindex: '0', role: 'group',
			'aria-label': `${title}: arrow keys move through time, plus and minus zoom`, on: { keydown: (event) => this.key(event) } });
		this.legend = element('div', { class: 'legend' });
		this.moment = element('span', { class: 'legend-moment' });
		this.tableButton = element('button', { type: 'button', 'aria-expanded': 'false', on: { click: () => this.toggleTable() } },
			'Table');
		this.tableBox = element('div', { class: 'table-wrap chart-table', hidden: true, tabindex: '0', role: 'region',
			'aria-label': `${title} as a table` });
		this.element = element('figure', { class: 'chart', 'data-chart': name },
			element('figcaption', {}, element('h2', {}, title), note ? element('small', {}, note) : null,
				element('span', { class: 'chart-actions' }, this.tableButton,
					element('button', { type: 'button', class: 'csv', title: `${title} as CSV`, on: { click: () => this.csv() } }, 'CSV'),
					element('button', { type: 'button', class: 'curl', title: `Copy the question for ${title}`,
						on: { click: () => this.curl() } }, 'Copy as curl'))),
			this.body, this.legend, this.tableBox);
		this.observer = new ResizeObserver(() => this.resize());
		this.observer.observe(this.body);
		this.sight = new IntersectionObserver((entries) => this.seen(entries[entries.length - 1].isIntersecting), { rootMargin: NEAR });
		this.sight.observe(this.body);
		all.add(this);
	}

	destroy() {
		all.delete(this);
		this.observer.disconnect();
		this.sight.disconnect();
		this.plot?.destroy();
		this.plot = null;
	}

	// series: { key, label, color, values, drawn?, dash?, fill?, limit? } where `drawn` is what is drawn where it is not what
	// is told (stacked). marks: { at, label, kind }. bands: { from, to, kind }.
	show({ from, to, at, series, marks = [], bands = [] }) {
		const keys = (list) => (list ?? []).map((one) => `${one.key} ${one.label}`).join('\n');
		const same = keys(this.series) === keys(series);
		Object.assign(this, { from, to, at, series, marks, bands });
		this.draw(!same);
	}

	// What is out of sight is drawn when it comes near.
	seen(visible) {
		this.visible = visible;
		if (visible && this.stale) {
			this.draw(this.stale.anew);
		}
	}

	draw(anew) {
		if (!this.series) {
			return;
		}
		if (!this.visible) {
			this.stale = { anew: anew || this.stale?.anew };
			return;
		}
		this.stale = null;
		if (anew || !this.plot) {
			this.plot?.destroy();
			this.body.replaceChildren();
			this.plot = new uPlot(this.options(), this.data(), this.body);
			this.writeLegend();
		}
		else {
			this.plot.setData(this.data());
		}
		this.tellValues();
		this.element.classList.toggle('without-data', !this.series.some((one) => one.values.some((value) => value !== null)));
		if (!this.tableBox.hidden) {
			this.writeTable();
		}
	}

	data() {
		return [this.at, ...this.series.map((one) => one.drawn ?? one.values)];
	}

	width() {
		return Math.max(240, this.body.clientWidth);
	}

	resize() {
		if (this.plot && this.plot.width !== this.width()) {
			this.plot.setSize({ width: this.width(), height: HEIGHT });
		}
	}

	options() {
		const grid = { stroke: color('--grid'), width: 1 };
		const axis = { stroke: color('--muted'), grid, ticks: grid, font: '12px system-ui, sans-serif' };
		return {
			width: this.width(),
			height: HEIGHT,
			padding: [12, RIGHT, 0, 0],
			legend: { show: false },
			scales: { x: { time: true, range: () => [this.from, this.to] }, y: { range: (_, __, most) => [0, this.top(most)] } },
			axes: [
				{ ...axis, size: 34, values: (_, splits, __, ___, step) => splits.map((split) => clock(split, step)) },
				{ ...axis, size: AXIS_WIDTH, values: (_, splits) => splits.map((split) => this.unit.format(split)),
					...(this.unit.steps ? { incrs: this.unit.steps } : {}) },
			],
			series: [{}, ...this.series.map((one) => ({
				label: one.label,
				show: !this.hidden.has(one.key),
				stroke: color(one.color),
				width: one.dash ? 1.5 : 1.75,
				dash: one.dash,
				fill: one.fill ? fill(one) : undefined,
				points: { show: (plot, index) => this.isLonely(plot, index), size: 4 },
			}))],
			cursor: {
				y: false,
				drag: { x: true, y: false, setScale: false },
				sync: { key: 'page', filters: { pub: (type) => type !== 'mousedown' && type !== 'mouseup' && type !== 'dblclick' } },
				bind: { dblclick: () => () => this.zoomOut() },
				points: { size: 7 },
			},
			hooks: {
				setCursor: [() => this.tellValues()],
				setSelect: [(plot) => this.selected(plot)],
				drawClear: [(plot) => this.drawBands(plot)],
				draw: [(plot) => this.drawMarks(plot)],
			},
		};
	}

	top(most) {
		const limits = this.series.filter((one) => one.limit && !this.hidden.has(one.key)).map((one) => one.limit);
		const use = Math.max(0, ...this.series.filter((one) => !one.limit && !this.hidden.has(one.key))
			.map((one) => largest(one.drawn ?? one.values)));
		const shown = limits.filter((limit) => limit <= use * FAR_ABOVE);
		const top = Math.max(use, ...shown);
		return top > 0 ? top * 1.08 : most > 0 && limits.length === 0 ? most : 1;
	}

	// A single bucket between two gaps has no line: a point shows it.
	isLonely(plot, index) {
		let known = 0;
		for (const value of plot.data[index]) {
			known += value !== null && value !== undefined ? 1 : 0;
			if (known > 2) {
				return false;
			}
		}
		return known > 0;
	}

	selected(plot) {
		const { left, width } = plot.select;
		if (width < 5) {
			return;
		}
		plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
		this.zoom(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'));
	}

	drawBands(plot) {
		const { ctx, bbox } = plot;
		ctx.save();
		for (const band of this.bands) {
			const begin = Math.max(bbox.left, plot.valToPos(Math.max(band.from, this.from), 'x', true));
			const end = Math.min(bbox.left + bbox.width, plot.valToPos(Math.min(band.to, this.to), 'x', true));
			ctx.fillStyle = color(band.kind === 'bad' ? '--band-bad' : '--band');
			ctx.fillRect(begin, bbox.top, Math.max(1, end - begin), bbox.height);
		}
		ctx.restore();
	}

	drawMarks(plot) {
		const { ctx, bbox } = plot;
		const ratio = uPlot.pxRatio;
		ctx.save();
		for (const mark of this.marks) {
			if (mark.at < this.from || mark.at > this.to) {
				continue;
			}
			const x = Math.round(plot.valToPos(mark.at, 'x', true));
			ctx.fillStyle = ctx.strokeStyle = color(mark.kind === 'oom' ? '--bad' : '--muted');
			ctx.lineWidth = ratio;
			ctx.setLineDash(mark.kind === 'oom' ? [] : [3 * ratio, 3 * ratio]);
			ctx.beginPath();
			ctx.moveTo(x, bbox.top);
			ctx.lineTo(x, bbox.top + bbox.height);
			ctx.stroke();
			if (mark.kind === 'oom') {
				const size = 5 * ratio;
				ctx.beginPath();
				ctx.moveTo(x - size, bbox.top - size);
				ctx.lineTo(x + size, bbox.top - size);
				ctx.lineTo(x, bbox.top + size);
				ctx.fill();
			}
		}
		ctx.restore();
		if (!this.painted) {
			this.painted = true;
			performance.mark(`slicemeter-chart-${this.name}`);
		}
	}

	writeLegend() {
		this.values = new Map();
		replace(this.legend, this.moment, this.series.map((one) => {
			const swatch = element('span', { class: one.dash ? 'swatch dashed' : 'swatch', 'aria-hidden': 'true' });
			swatch.style.setProperty('--color', `var(${one.color})`);
			const value = element('span', { class: 'legend-value' });
			this.values.set(one.key, value);
			const name = one.href ? element('a', { href: one.href }, one.label) : null;
			// a layer can't be taken out of a stack
			const button = one.drawn ? element('span', { class: 'legend-item' }, swatch, name ? null : one.label)
				: element('button', { type: 'button', class: 'legend-item', 'aria-pressed': String(!this.hidden.has(one.key)),
					title: `Show or hide ${one.label}`, on: { click: () => this.toggle(one.key, button) } }, swatch,
					element('span', { class: name ? 'hidden' : null }, one.label));
			return element('span', { class: 'legend-entry' }, button, name, value);
		}));
	}

	toggle(key, button) {
		const show = this.hidden.has(key);
		this.hidden[show ? 'delete' : 'add'](key);
		button.setAttribute('aria-pressed', String(show));
		this.plot.setSeries(this.series.findIndex((one) => one.key === key) + 1, { show });
	}

	// The values under the cursor, else the newest that are known.
	tellValues() {
		if (!this.values || !this.plot) {
			return;
		}
		const index = this.plot.cursor.idx;
		const under = index !== null && index !== undefined && index < this.at.length;
		this.moment.textContent = under ? moment(this.at[index]) : '';
		for (const one of this.series) {
			const value = one.limit ?? (under ? one.values[index] : newest(one.values));
			const node = this.values.get(one.key);
			if (node) {
				node.textContent = value === null || value === undefined ? UNKNOWN : this.unit.format(value);
			}
		}
	}

	key(event) {
		if (event.target !== this.body || event.ctrlKey || event.altKey || event.metaKey || !this.plot) {
			return;
		}
		const move = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
		if (move !== undefined) {
			event.preventDefault();
			this.moveCursor(move * (event.shiftKey ? 10 : 1));
		}
		else if (event.key === 'Enter') {
			this.aroundCursor();
		}
	}

	moveCursor(by) {
		const last = this.at.length - 1;
		const before = this.plot.cursor.idx ?? last;
		const index = Math.min(last, Math.max(0, before + by));
		if (index < 0) {
			return;
		}
		this.plot.setCursor({ left: this.plot.valToPos(this.at[index], 'x'), top: 10 }, true, true);
		announce([moment(this.at[index]), ...this.series.map((one) =>
			`${one.label} ${one.values[index] === null ? 'unknown' : this.unit.format(one.values[index])}`)].join(', '));
	}

	aroundCursor() {
		const index = this.plot.cursor.idx;
		if (index !== null && index !== undefined) {
			const quarter = (this.to - this.from) / 4;
			this.zoom(this.at[index] - quarter, this.at[index] + quarter);
		}
	}

	toggleTable() {
		this.tableBox.hidden = !this.tableBox.hidden;
		this.tableButton.setAttribute('aria-expanded', String(!this.tableBox.hidden));
		if (!this.tableBox.hidden) {
			this.writeTable();
		}
	}

	writeTable() {
		const begin = Math.max(0, this.at.length - MOST_ROWS);
		const rows = [];
		for (let index = this.at.length - 1; index >= begin; index--) {
			rows.push(element('tr', {}, element('th', { scope: 'row' }, moment(this.at[index])),
				this.series.map((one) => element('td', {}, one.values[index] === null || one.values[index] === undefined ? UNKNOWN
					: this.unit.format(one.values[index])))));
		}
		replace(this.tableBox, element('table', {},
			element('caption', {}, begin > 0 ? `${this.title}: the newest ${MOST_ROWS} of ${this.at.length} points` : this.title),
			element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'Time'),
				this.series.map((one) => element('th', { scope: 'col' }, one.label)))),
			element('tbody', {}, rows)));
	}

	async csv() {
		const questions = this.questions();
		try {
			const text = questions.length === 1 ? await csv(questions[0].path, questions[0].query) : this.shownAsCsv();
			download(`${this.name}.csv`, text);
		}
		catch (problem) {
			toast(problem.detail || problem.message);
		}
	}

	// What many answers made together.
	shownAsCsv() {
		const cell = (text) => {
			const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
			return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
		};
		const lines = [['at', ...this.series.map((one) => cell(`${one.label} (${this.unit.name})`))]];
		this.at.forEach((at, index) => lines.push([new Date(at * 1000).toISOString(),
			...this.series.map((one) => rounded(one.values[index]))]));
		return lines.map((line) => `${line.join(',')}\r\n`).join('');
	}

	async curl() {
		const text = this.questions().map(({ path, query }) => curl(address(path, query))).join('\n');
		try {
			await navigator.clipboard.writeText(text);
			toast('Copied');
		}
		catch {
			// where the page is not trusted with the clipboard, the user copies
			this.offer(text);
		}
	}

	offer(text) {
		const area = element('textarea', { readonly: true, rows: '4', 'aria-label': 'The question for a shell' });
		area.value = text;
		const dialog = element('dialog', { 'aria-label': 'Copy as curl' }, area,
			element('button', { type: 'button', on: { click: () => dialog.close() } }, 'Close'));
		dialog.addEventListener('close', () => dialog.remove());
		document.body.append(dialog);
		dialog.showModal();
		area.select();
	}

}

// Sums and differences are no more exact than what they were made of.
function rounded(value) {
	return value === null || value === undefined ? '' : Math.round(value * 1e6) / 1e6;
}

function fill(one) {
	const stroke = color(one.color);
	return one.drawn ? stroke : `${stroke}26`;
}

function largest(values) {
	let most = 0;
	for (const value of values) {
		if (value > most) {
			most = value;
		}
	}
	return most;
}

function newest(values) {
	for (let index = values.length - 1; index >= 0 && index >= values.length - 4; index--) {
		if (values[index] !== null && values[index] !== undefined) {
			return values[index];
		}
	}
	return null;
}

function clock(at, step) {
	const date = new Date(at * 1000);
	const two = (number) => String(number).padStart(2, '0');
	const day = `${two(date.getDate())} ${date.toLocaleString('en-GB', { month: 'short' })}`;
	if (step >= 86400 || (date.getHours() === 0 && date.getMinutes() === 0 && step >= 60)) {
		return day;
	}
	const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
	return step < 60 ? `${time}:${two(date.getSeconds())}` : time;
}

// A small picture of a column's course; null is a gap.
export function sparkline(values, label) {
	const most = largest(values) || 1;
	const width = 96;
	const height = 22;
	const step = values.length > 1 ? width / (values.length - 1) : 0;
	let path = '';
	let drawing = false;
	values.forEach((value, index) => {
		if (value === null || value === undefined) {
			drawing = false;
			return;
		}
		path += `${drawing ? 'L' : 'M'}${(index * step).toFixed(1)} ${(height - 1 - (value / most) * (height - 3)).toFixed(1)}`;
		drawing = true;
	});
	return { path, width, height, label };
}
