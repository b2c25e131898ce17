// All hosts, slices and runners: where there is room, what waits, what was killed.

import { get } from '../api.js';
import { Chart } from '../chart.js';
import { announce, element, replace, share, stateBadge, tile, tiles } from '../dom.js';
import { link, note } from '../route.js';
import { follow, load } from '../series.js';
import { Bringer, picture, Table } from '../table.js';
import { ago, bytes, cores, count, epochSeconds, moment, percents, seconds, UNITS, UNKNOWN } from '../units.js';

const PAGE = 200;

const SEARCH_AFTER_MS = 250;

const SPARK = { from: '-15m', step: '30s', metric: 'cpuMillicores' };

const COLORS = 8;

export class Fleet {

	constructor(context) {
		this.context = context;
		const { parameters } = context.route;
		this.bringer = new Bringer(4, 25);
		this.summaries = new Map();
		this.series = new Map();
		this.searchWords = parameters.get('q') ?? '';
		this.state = parameters.get('state') ?? '';
		this.tiles = element('div');
		this.cpu = this.chart('CPU by slice', UNITS.cores, 'cpuMillicores', 'cpu-by-slice');
		this.memory = this.chart('Memory by slice', UNITS.bytes, 'memoryBytes', 'memory-by-slice');
		this.hosts = this.hostTable(parameters);
		this.slices = this.sliceTable(parameters);
		this.runners = this.runnerTable(parameters);
		this.element = element('div', { class: 'page' }, element('h1', {}, 'Fleet'), this.tiles,
			element('div', { class: 'charts' }, this.cpu.element, this.memory.element),
			this.hosts.element, this.slices.element, this.runners.element);
	}

	get title() {
		return 'Fleet';
	}

	get crumbs() {
		return [];
	}

	get filter() {
		return {};
	}

	get refreshSeconds() {
		return 5;
	}

	destroy() {
		[this.cpu, this.memory, this.hosts, this.slices, this.runners].forEach((part) => part.destroy());
		clearTimeout(this.searching);
	}

	chart(title, unit, metric, name) {
		return new Chart({ title, unit, name, zoom: this.context.zoom, zoomOut: this.context.zoomOut,
			questions: () => this.topSlices.map((slice) => ({ path: `/slices/${encodeURIComponent(slice)}/samples`,
				query: { ...this.context.query(), metric } })) });
	}

	hostTable(parameters) {
		return new Table({
			caption: 'Hosts', key: (host) => host.host, empty: 'No host has been heard of yet. An agent reports itself as soon as it runs.',
			sort: parameters.get('hosts') ?? 'host', onSort: (sort) => note({ hosts: sort }),
			columns: [
				{ key: 'host', label: 'Host', value: (host) => host.host },
				{ key: 'state', label: 'State', value: (host) => (host.silent ? 'silent' : 'heard'),
					cell: (host) => (host.silent ? element('span', { class: 'badge unknown', title: moment(host.lastSeenAt) },
						`silent, ${ago(host.lastSeenAt)}`) : element('span', { class: 'badge running' }, 'heard')) },
				{ key: 'runners', label: 'Runners', numeric: true, value: (host) => host.runners.active },
				{ key: 'cpu', label: 'CPU', numeric: true, value: (host) => host.use?.cpuMillicores ?? null,
					cell: (host) => share(`${cores(host.use?.cpuMillicores)} of ${host.cpus}`, host.use?.cpuMillicores, host.cpus * 1000) },
				{ key: 'cpuRoom', label: 'CPU headroom', numeric: true, value: (host) => host.headroom?.cpuMillicores ?? null,
					cell: (host) => cores(host.headroom?.cpuMillicores) },
				{ key: 'memory', label: 'Memory', numeric: true, value: (host) => host.use?.memoryBytes ?? null,
					cell: (host) => share(`${bytes(host.use?.memoryBytes)} of ${bytes(host.memoryBytes)}`, host.use?.memoryBytes,
						host.memoryBytes) },
				{ key: 'memoryRoom', label: 'Memory headroom', numeric: true, value: (host) => host.headroom?.memoryBytes ?? null,
					cell: (host) => bytes(host.headroom?.memoryBytes) },
				{ key: 'promised', label: 'Promised', numeric: true, value: (host) => host.promised?.cpuMillicores ?? null,
					cell: (host) => (host.promised ? `${cores(host.promised.cpuMillicores)}, ${bytes(host.promised.memoryBytes)}` : UNKNOWN) },
				{ key: 'source', label: 'Source', value: (host) => `${host.source} v${host.cgroupVersion}` },
				{ key: 'clock', label: 'Clock', numeric: true, value: (host) => host.clockOffsetSeconds,
					cell: (host) => seconds(host.clockOffsetSeconds) },
			],
		});
	}

	sliceTable(parameters) {
		const summary = (row) => this.summaries.get(sliceKey(row));
		return new Table({
			caption: 'Slices', key: sliceKey, empty: 'No slice is watched yet.', note: 'Pressure and OOM kills are over the range',
			sort: parameters.get('slices') ?? 'slice', onSort: (sort) => note({ slices: sort }),
			columns: [
				{ key: 'slice', label: 'Slice', value: (row) => row.slice,
					cell: (row) => element('a', { href: link('slices', row.slice, { host: row.host }) }, row.slice) },
				{ key: 'host', label: 'Host', value: (row) => row.host },
				{ key: 'runners', label: 'Runners', numeric: true, value: (row) => row.runners.active },
				{ key: 'cpu', label: 'CPU', numeric: true, value: (row) => row.current?.cpuMillicores ?? null,
					cell: (row) => share(cores(row.current?.cpuMillicores), row.current?.cpuMillicores, row.capacity.cpuMillicores) },
				{ key: 'cpuRoom', label: 'CPU headroom', numeric: true, value: (row) => row.headroom?.cpuMillicores ?? null,
					cell: (row) => cores(row.headroom?.cpuMillicores) },
				{ key: 'memory', label: 'Memory', numeric: true, value: (row) => row.current?.memoryBytes ?? null,
					cell: (row) => share(bytes(row.current?.memoryBytes), row.current?.memoryBytes, row.capacity.memoryBytes) },
				{ key: 'memoryRoom', label: 'Memory headroom', numeric: true, value: (row) => row.headroom?.memoryBytes ?? null,
					cell: (row) => bytes(row.headroom?.memoryBytes) },
				{ key: 'pressure', label: 'Pressure CPU / memory / disk', numeric: true,
					value: (row) => pressures(summary(row))[0], cell: (row) => pressureText(summary(row)) },
				{ key: 'oom', label: 'OOM kills', numeric: true, value: (row) => summary(row)?.oomKills ?? null,
					cell: (row) => oomText(summary(row)?.oomKills) },
				{ key: 'course', label: 'CPU, 15 min', lazy: (row, cell) => this.bringer.bring(`slice ${sliceKey(row)}`, async () => {
					await Promise.all([this.spark(`/slices/${encodeURIComponent(row.slice)}/samples`, row.host, cell),
						this.summarize(row)]);
				}) },
			],
		});
	}

	runnerTable(parameters) {
		const table = new Table({
			caption: 'Runners', key: (runner) => `${runner.runner}\n${runner.host}`,
			empty: 'No runner matches. A container shows up here within seconds of its start.',
			sort: parameters.get('sort') ?? '-cpu', onSort: (sort) => note({ sort }), search: this.searchWords,
			onSearch: (words) => this.searchRunners(words),
			columns: [
				{ key: 'runner', label: 'Runner', value: (runner) => runner.runner, search: (runner) => [runner.runner, ...runner.formerNames].join('\n'),
					cell: (runner) => element('a', { href: link('runners', runner.runner, { host: runner.host }) }, runner.runner) },
				{ key: 'state', label: 'State', value: (runner) => runner.state, cell: (runner) => stateBadge(runner.state) },
				{ key: 'host', label: 'Host', value: (runner) => runner.host },
				{ key: 'slice', label: 'Slice', value: (runner) => runner.slice,
					cell: (runner) => element('a', { href: link('slices', runner.slice, { host: runner.host }) }, runner.slice) },
				{ key: 'cpu', label: 'CPU', numeric: true, value: (runner) => runner.current?.cpuMillicores ?? null,
					cell: (runner) => share(cores(runner.current?.cpuMillicores), runner.current?.cpuMillicores, runner.limits.cpuMillicores) },
				{ key: 'memory', label: 'Memory', numeric: true, value: (runner) => runner.current?.memoryBytes ?? null,
					cell: (runner) => share(bytes(runner.current?.memoryBytes), runner.current?.memoryBytes, runner.limits.memoryBytes) },
				{ key: 'pids', label: 'Tasks', numeric: true, value: (runner) => runner.current?.pids ?? null,
					cell: (runner) => count(runner.current?.pids) },
				{ key: 'started', label: 'Started', numeric: true, value: (runner) => epochSeconds(runner.startedAt),
					cell: (runner) => element('span', { title: moment(runner.startedAt) }, ago(runner.startedAt)) },
				{ key: 'image', label: 'Image', value: (runner) => runner.image ?? '' },
				{ key: 'course', label: 'CPU, 15 min', lazy: (runner, cell) => this.bringer.bring(`runner ${runner.runner} ${runner.host}`,
					() => this.spark(`/runners/${encodeURIComponent(runner.runner)}/samples`, runner.host, cell)) },
			],
		});
		const states = element('select', { 'aria-label': 'State', on: { change: () => {
			this.state = states.value;
			note({ state: this.state });
			this.context.watch(this.loadRunners());
		} } }, ['', 'running', 'paused', 'ended', 'failed', 'unknown'].map((state) =>
			element('option', { value: state, selected: state === this.state }, state || 'any state')));
		table.input.before(states);
		table.more.addEventListener('click', () => this.context.watch(this.loadRunners(true)));
		return table;
	}

	searchRunners(words) {
		note({ q: words });
		this.searchWords = words;
		clearTimeout(this.searching);
		// the service looks through all of them, the table through those that are here
		this.searching = setTimeout(() => this.context.watch(this.loadRunners()), SEARCH_AFTER_MS);
	}

	async load() {
		const { signal } = this.context;
		const [hosts, slices] = await Promise.all([get('/hosts', {}, { signal }), get('/slices', {}, { signal }), this.loadRunners()]);
		this.hosts.show(hosts.items);
		this.slices.show(slices.items);
		this.topSlices = topmost([...new Set(slices.items.map((item) => item.slice))]);
		this.showTiles(hosts.items);
		await this.loadSeries();
		this.showTiles(hosts.items);
		return this.range;
	}

	async refresh() {
		await this.load();
		this.slices.refreshLazy();
		this.runners.refreshLazy();
		return this.range;
	}

	// A new run shows at once, however long the rest takes.
	async soon() {
		if (this.looking) {
			return;
		}
		this.looking = true;
		try {
			await this.loadRunners();
		}
		finally {
			this.looking = false;
		}
	}

	async loadRunners(more = false) {
		const query = { state: this.state, name: this.searchWords.trim().split(/\s+/)[0], limit: PAGE };
		if (!more && this.runners.rows.length > PAGE) {
			// who asked for more keeps what is there
			query.limit = Math.min(1000, this.runners.rows.length);
		}
		const page = await get('/runners', more ? { ...query, after: this.next } : query);
		if (query.name !== this.searchWords.trim().split(/\s+/)[0]) {
			return;
		}
		this.next = page.next;
		this.runners.show(more ? this.runners.rows.concat(page.items) : page.items);
		this.runners.more.hidden = page.next === null;
		if (this.searchWords) {
			announce(`${this.runners.rows.length} runners match`);
		}
	}

	async loadSeries() {
		const { signal, route } = this.context;
		const names = this.topSlices.slice(0, COLORS);
		const query = { ...this.context.query(), metric: 'cpuMillicores,memoryBytes' };
		await Promise.all(names.map(async (slice) => {
			const path = `/slices/${encodeURIComponent(slice)}`;
			const known = this.series.get(slice);
			const moves = known && this.shownQuery === JSON.stringify(query) && route.to === 'now';
			const [series, summary] = await Promise.all([
				moves ? follow(known, `${path}/samples`, query, { signal }) : load(`${path}/samples`, query, { signal }),
				get(`${path}/summary`, { from: route.from, to: route.to }, { signal })]);
			this.series.set(slice, series);
			this.summaries.set(slice, summary);
		}));
		this.shownQuery = JSON.stringify(query);
		if (names.length === 0) {
			return;
		}
		this.range = this.series.get(names[0]);
		const { at, from, to } = this.range;
		for (const [chart, metric] of [[this.cpu, 'cpuMillicores'], [this.memory, 'memoryBytes']]) {
			chart.show({ from, to, at, series: names.map((slice, index) => {
				const of = this.series.get(slice);
				const values = new Map(of.at.map((moment, place) => [moment, of.columns[metric][place]]));
				return { key: slice, label: slice, href: link('slices', slice), color: `--c${index + 1}`, fill: true,
					values: at.map((moment) => convert(values.get(moment), chart.unit)) };
			}) });
		}
	}

	async spark(path, host, cell) {
		// not given up with the load that is under way: it is asked for again only after a while
		const series = await load(path, { ...SPARK, host });
		const values = series.columns.cpuMillicores;
		const most = Math.max(0, ...values.filter((value) => value !== null));
		replace(cell, picture(values, `CPU of the last 15 minutes, at most ${cores(most)}`));
	}

	async summarize(row) {
		const { route } = this.context;
		const summary = await get(`/slices/${encodeURIComponent(row.slice)}/summary`, { host: row.host, from: route.from, to: route.to });
		this.summaries.set(sliceKey(row), summary);
		this.slices.write();
	}

	showTiles(hosts) {
		const heard = hosts.filter((host) => !host.silent);
		const sum = (of) => {
			const known = heard.map(of).filter((value) => value !== null && value !== undefined);
			return known.length > 0 ? known.reduce((one, other) => one + other, 0) : null;
		};
		const silent = hosts.length - heard.length;
		const summaries = (this.topSlices ?? []).map((slice) => this.summaries.get(slice)).filter(Boolean);
		const kills = summaries.length > 0 ? summaries.reduce((all, summary) => all + (summary.oomKills ?? 0), 0) : null;
		const worst = [0, 1, 2].map((index) => Math.max(-1, ...summaries.map((summary) => pressures(summary)[index] ?? -1)));
		const cpus = sum((host) => host.cpus);
		replace(this.tiles, tiles(
			tile('Hosts', count(hosts.length), silent > 0 ? `${silent} silent` : null, silent > 0 ? 'bad' : null),
			tile('Active runners', count(sum((host) => host.runners.active))),
			tile('CPU', cores(sum((host) => host.use?.cpuMillicores)), cpus === null ? null : `of ${cores(cpus * 1000)}`),
			tile('CPU headroom', cores(sum((host) => host.headroom?.cpuMillicores))),
			tile('Memory', bytes(sum((host) => host.use?.memoryBytes)), cpus === null ? null : `of ${bytes(sum((host) => host.memoryBytes))}`),
			tile('Memory headroom', bytes(sum((host) => host.headroom?.memoryBytes))),
			tile('Pressure', percents(worst.map((part) => (part < 0 ? null : part))),
				'CPU / memory / disk'),
			tile('OOM kills', count(kills), 'in the range', kills > 0 ? 'bad' : null)));
	}

}

function convert(value, unit) {
	return value === null || value === undefined ? null : unit.of(value);
}

function sliceKey(row) {
	return `${row.slice}\n${row.host}`;
}

// A slice's figures include its nested slices: a-b.slice lies in a.slice.
export function topmost(slices) {
	const inside = (slice, other) => slice !== other && slice.startsWith(`${other.replace(/\.slice$/, '')}-`) && other.endsWith('.slice');
	return slices.filter((slice) => !slices.some((other) => inside(slice, other)));
}

// The shares of the range in which some task waited for CPU, memory, disk.
export function pressures(summary) {
	if (!summary) {
		return [null, null, null];
	}
	const width = (epochSeconds(summary.to) - epochSeconds(summary.from)) * 1e6 * Math.max(1, summary.hosts ?? 1);
	return [summary.pressure.cpuSomeUsec, summary.pressure.memorySomeUsec, summary.pressure.ioSomeUsec]
		.map((usec) => (usec === null ? null : usec / width));
}

export function pressureText(summary) {
	return percents(pressures(summary));
}

export function oomText(kills) {
	return kills > 0 ? element('span', { class: 'badge failed' }, count(kills)) : count(kills);
}
