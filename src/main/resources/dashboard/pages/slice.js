// One slice: who uses it, what nobody accounts for, and what is left.

import { get } from '../api.js';
import { Chart } from '../chart.js';
import { element, tile, tiles, update } from '../dom.js';
import { link, note } from '../route.js';
import { aligned, follow, load, stacked } from '../series.js';
import { Table } from '../table.js';
import { bytes, cores, count, micros, percent, UNITS, UNKNOWN } from '../units.js';
import { pressureText } from './fleet.js';

const METRICS = ['cpuMillicores', 'memoryBytes', 'cpuUnattributedUsec', 'networkReceivedBytes', 'networkSentBytes', 'ioReadBytes',
	'ioWriteBytes', 'cpuPressureSomeUsec', 'memoryPressureSomeUsec', 'ioPressureSomeUsec'];

// Runners that have a layer of their own.
const LAYERS = 7;

const TOP = 20;

const LINES = [
	{ name: 'network', title: 'Network', unit: UNITS.rate, series: [['networkReceivedBytes', 'received', '--c1'],
		['networkSentBytes', 'sent', '--c2']] },
	{ name: 'disk', title: 'Disk', unit: UNITS.rate, series: [['ioReadBytes', 'read', '--c1'], ['ioWriteBytes', 'written', '--c2']] },
	{ name: 'pressure', title: 'Pressure', note: 'share of time in which some task waited', unit: UNITS.share,
		series: [['cpuPressureSomeUsec', 'CPU', '--c1'], ['memoryPressureSomeUsec', 'memory', '--c3'],
			['ioPressureSomeUsec', 'disk', '--c2']] },
];

export class Slice {

	constructor(context) {
		this.context = context;
		this.path = `/slices/${encodeURIComponent(context.route.name)}`;
		this.layers = [];
		this.known = new Map();
		this.facts = element('div');
		this.tiles = element('div');
		const chart = (options, questions) => new Chart({ ...options, zoom: context.zoom, zoomOut: context.zoomOut, questions });
		const layered = (metric) => () => [this.question([metric]),
			...this.layers.map((layer) => ({ path: layer.path, query: { ...context.query(), host: layer.host, metric } }))];
		this.cpu = chart({ name: 'slice-cpu', title: 'CPU by runner', unit: UNITS.cores }, layered('cpuMillicores'));
		this.memory = chart({ name: 'slice-memory', title: 'Memory by runner', unit: UNITS.bytes }, layered('memoryBytes'));
		this.lines = LINES.map((each) => ({ ...each, chart: chart(each, () => [this.question(each.series.map(([key]) => key))]) }));
		this.top = this.topTable();
		this.element = element('div', { class: 'page' }, this.facts, this.tiles,
			element('div', { class: 'charts wide' }, this.cpu.element, this.memory.element),
			this.top.element, element('div', { class: 'charts' }, this.lines.map((each) => each.chart.element)));
	}

	get title() {
		return this.context.route.name;
	}

	get crumbs() {
		return [];
	}

	get filter() {
		return { slice: this.context.route.name, host: this.context.route.host };
	}

	get refreshSeconds() {
		return Math.min(30, Math.max(4, this.series?.step ?? 4));
	}

	destroy() {
		[this.cpu, this.memory, this.top, ...this.lines.map((each) => each.chart)].forEach((part) => part.destroy());
	}

	question(metrics) {
		return { path: `${this.path}/samples`, query: { ...this.context.query(), host: this.context.route.host, metric: metrics, rate: 'true' } };
	}

	topTable() {
		return new Table({
			caption: 'Top runners', key: (row) => `${row.runner}\n${row.host}`, empty: 'No runner used this slice in the range.',
			sort: this.context.route.parameters.get('top') ?? '-cpu', onSort: (sort) => note({ top: sort }),
			columns: [
				{ key: 'runner', label: 'Runner', value: (row) => row.runner,
					cell: (row) => element('a', { href: link('runners', row.runner, { host: row.host }) }, row.runner) },
				{ key: 'host', label: 'Host', value: (row) => row.host },
				{ key: 'cpu', label: 'CPU time', numeric: true, value: (row) => row.usageUsec ?? null, cell: (row) => micros(row.usageUsec) },
				{ key: 'share', label: 'Share of the slice', numeric: true, value: (row) => row.share, cell: (row) => percent(row.share) },
				{ key: 'memory', label: 'Memory at most', numeric: true, value: (row) => row.maxBytes ?? null, cell: (row) => bytes(row.maxBytes) },
			],
		});
	}

	async load() {
		const { route, signal } = this.context;
		const { path, query } = this.question(METRICS);
		const asked = JSON.stringify(query);
		const follows = this.asked === asked && route.to === 'now';
		const bring = (key, from, what) => (follows && this.known.has(key) ? follow(this.known.get(key), from, what, { signal })
			: load(from, what, { signal }));
		const [summary, series, slices] = await Promise.all([
			get(`${this.path}/summary`, { host: route.host, from: route.from, to: route.to, top: TOP }, { signal }),
			bring('slice', path, query), get('/slices', { host: route.host }, { signal })]);
		this.layers = summary.top.cpu.slice(0, LAYERS).map((each) => ({ ...each, key: `${each.runner}\n${each.host}`,
			path: `/runners/${encodeURIComponent(each.runner)}/samples` }));
		const layers = await Promise.all(this.layers.map((layer) => bring(layer.key, layer.path,
			{ from: query.from, to: query.to, step: `${series.step}s`, host: layer.host, metric: 'cpuMillicores,memoryBytes' })
			// a runner may have gone from the catalogue in the meantime
			.catch((problem) => (problem.status === 404 ? null : Promise.reject(problem)))));
		this.known = new Map([['slice', series], ...layers.map((layer, index) => [this.layers[index].key, layer]).filter(([, layer]) => layer)]);
		this.asked = asked;
		Object.assign(this, { summary, series });
		this.show(slices.items.filter((item) => item.slice === route.name));
		return series;
	}

	refresh() {
		return this.load();
	}

	show(items) {
		const { summary, series } = this;
		update(this.facts, this.factsOf(items));
		update(this.tiles, this.tilesOf(items));
		this.showLayers(this.cpu, 'cpuMillicores', 'not a runner’s', (index) => {
			const usec = series.columns.cpuUnattributedUsec[index];
			return usec === null ? null : Math.max(0, usec / series.step / 1e6);
		});
		this.showLayers(this.memory, 'memoryBytes', null, null);
		for (const { chart, unit, series: lines } of this.lines) {
			chart.show({ from: series.from, to: series.to, at: series.at, series: lines.map(([key, label, color], index) => ({ key, label, color,
				fill: index === 0, values: series.columns[key].map((value) => (value === null ? null : unit.of(value))) })) });
		}
		this.top.show(this.topRows());
	}

	// The layers lie upon each other: each runner's, the other runners together, and what no run used.
	showLayers(chart, metric, unattributedLabel, unattributedAt) {
		const { series } = this;
		const { unit } = chart;
		const whole = series.columns[metric].map((value) => (value === null ? null : unit.of(value)));
		const layers = this.layers.filter((layer) => this.known.has(layer.key)).map((layer, index) => ({
			key: layer.key, label: this.context.route.host || this.summary.hosts === 1 ? layer.runner : `${layer.runner} on ${layer.host}`,
			href: link('runners', layer.runner, { host: layer.host }), color: `--c${index + 1}`, fill: true,
			values: aligned(this.known.get(layer.key), metric, series.at).map((value) => (value === null ? null : unit.of(value))) }));
		const unattributed = unattributedAt ? whole.map((value, index) => (value === null ? null : unattributedAt(index))) : null;
		const others = whole.map((value, index) => (value === null ? null : Math.max(0, value
			- layers.reduce((sum, layer) => sum + (layer.values[index] ?? 0), 0) - (unattributed?.[index] ?? 0))));
		layers.push({ key: 'others', label: unattributed ? 'other runners' : 'all else', color: '--c-other', fill: true, values: others });
		if (unattributed?.some((value) => value !== null)) {
			layers.push({ key: 'unattributed', label: unattributedLabel, color: '--c-none', fill: true, values: unattributed });
		}
		const sums = stacked(layers.map((layer) => layer.values), whole);
		// the highest is drawn first, and the lower ones over it
		const drawn = layers.map((layer, index) => ({ ...layer, drawn: sums[index] })).reverse();
		chart.show({ from: series.from, to: series.to, at: series.at, series: drawn });
	}

	topRows() {
		const { summary } = this;
		const rows = new Map();
		for (const each of [...summary.top.cpu, ...summary.top.memory]) {
			const key = `${each.runner}\n${each.host}`;
			rows.set(key, { ...rows.get(key), ...each });
		}
		return [...rows.values()].map((row) => ({ ...row,
			share: row.usageUsec !== undefined && summary.cpu.usageUsec > 0 ? row.usageUsec / summary.cpu.usageUsec : null }));
	}

	factsOf(items) {
		const { route } = this.context;
		const { summary } = this;
		const hosts = route.host
			? [`on ${route.host}; `, element('a', { href: link('slices', route.name) }, 'all hosts')]
			: [`on ${count(summary.hosts)} host${summary.hosts === 1 ? '' : 's'}: `, items.slice(0, 20).flatMap((item, index) => [index > 0 ? ', ' : '',
				element('a', { href: link('slices', route.name, { host: item.host }) }, item.host)])];
		return element('div', { class: 'facts' }, element('h1', {}, route.name), element('p', { class: 'muted' }, hosts));
	}

	tilesOf(items) {
		const { summary } = this;
		const { cpu, memory } = summary;
		const attributed = cpu.unattributedUsec !== null && cpu.usageUsec > 0 ? cpu.unattributedUsec / cpu.usageUsec : null;
		const capacity = (name) => items.reduce((sum, item) => sum + (item.capacity[name] ?? 0), 0);
		return tiles(
			tile('Active runners', count(summary.runners.active), `${count(summary.runners.started)} runs started, ${count(summary.runners.ended)} ended`),
			tile('CPU mean', cores(cpu.meanMillicores), `p95 ${cores(cpu.p95Millicores)}, max ${cores(cpu.maxMillicores)}`),
			tile('CPU headroom', cores(summary.headroom?.cpuMillicores), `of ${cores(capacity('cpuMillicores'))}`),
			tile('Memory mean', bytes(memory.meanBytes), `p95 ${bytes(memory.p95Bytes)}, max ${bytes(memory.maxBytes)}`),
			tile('Memory headroom', bytes(summary.headroom?.memoryBytes), `of ${bytes(capacity('memoryBytes'))}`),
			tile('Promised', summary.promised ? cores(summary.promised.cpuMillicores) : UNKNOWN,
				summary.promised ? `${bytes(summary.promised.memoryBytes)}; ${count(summary.promised.unlimitedCpu)} without CPU limit` : null),
			tile('Unattributed', percent(attributed), `${micros(cpu.unattributedUsec)}${cpu.unattributedIncludesServices ? ', with services' : ''}`),
			tile('Pressure', pressureText(summary), 'CPU / memory / disk'),
			tile('OOM kills', count(summary.oomKills), null, summary.oomKills > 0 ? 'bad' : null));
	}

}
