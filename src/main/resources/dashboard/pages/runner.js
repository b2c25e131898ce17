// One runner: what it used over the range, its runs as bands, and their closing records.

import { get } from '../api.js';
import { Chart } from '../chart.js';
import { element, pairs, stateBadge, tile, tiles, update } from '../dom.js';
import { iso, link, note } from '../route.js';
import { aligned, follow, load } from '../series.js';
import { Table } from '../table.js';
import { bytes, cores, count, epochSeconds, micros, moment, percent, percents, UNITS } from '../units.js';

export const METRICS = ['cpuMillicores', 'cpuThrottledUsec', 'memoryBytes', 'memoryCurrentBytes', 'memoryPeakBytes',
	'networkReceivedBytes', 'networkSentBytes', 'ioReadBytes', 'ioWriteBytes', 'cpuPressureSomeUsec', 'memoryPressureSomeUsec',
	'ioPressureSomeUsec', 'pids', 'oomKills'];

// What is asked for first: the charts at the top.
const FIRST = METRICS.slice(0, 5);

// What is drawn of a runner, from which columns.
const CHARTS = [
	{ name: 'cpu', title: 'CPU', unit: UNITS.cores, limit: 'cpuMillicores', series: [
		{ key: 'cpuMillicores', label: 'used', color: '--c1', fill: true },
		{ key: 'cpuThrottledUsec', label: 'throttled', color: '--c3', of: (value) => value / 1e6 }] },
	{ name: 'memory', title: 'Memory', unit: UNITS.bytes, limit: 'memoryBytes', series: [
		{ key: 'memoryBytes', label: 'working set', color: '--c1', fill: true },
		{ key: 'memoryCurrentBytes', label: 'with caches', color: '--c2' },
		{ key: 'memoryPeakBytes', label: 'peak', color: '--c4', dash: [2, 3] }] },
	{ name: 'network', title: 'Network', unit: UNITS.rate, series: [
		{ key: 'networkReceivedBytes', label: 'received', color: '--c1', fill: true },
		{ key: 'networkSentBytes', label: 'sent', color: '--c2' }] },
	{ name: 'disk', title: 'Disk', unit: UNITS.rate, series: [
		{ key: 'ioReadBytes', label: 'read', color: '--c1', fill: true },
		{ key: 'ioWriteBytes', label: 'written', color: '--c2' }] },
	{ name: 'pressure', title: 'Pressure', note: 'share of time in which some task waited', unit: UNITS.share, series: [
		{ key: 'cpuPressureSomeUsec', label: 'CPU', color: '--c1' },
		{ key: 'memoryPressureSomeUsec', label: 'memory', color: '--c3' },
		{ key: 'ioPressureSomeUsec', label: 'disk', color: '--c2' }] },
	{ name: 'tasks', title: 'Tasks', unit: UNITS.count, limit: 'pids', series: [
		{ key: 'pids', label: 'processes and threads', color: '--c1', fill: true }] },
];

// The charts of a runner's figures, which a run's page shows too.
export class UsageCharts {

	// questions(metrics) is the question for these metrics: { path, query }
	constructor(context, questions) {
		this.all = CHARTS.map((each) => ({ ...each, chart: new Chart({ ...each, zoom: context.zoom, zoomOut: context.zoomOut,
			questions: () => [questions(each.series.map((one) => one.key))] }) }));
		this.element = element('div', { class: 'charts' }, this.all.map(({ chart }) => chart.element));
	}

	show(series, limits, bands, marks) {
		const { at, from, to, columns } = series;
		for (const { chart, unit, limit, series: lines } of this.all) {
			if (!(lines[0].key in columns)) {
				continue;
			}
			const drawn = lines.map((line) => ({ ...line, values: columns[line.key].map((value) => (value === null ? null
				: (line.of ?? unit.of)(value))) }));
			const bound = limit ? limits?.[limit] : null;
			if (bound !== null && bound !== undefined) {
				const value = unit.of(bound);
				drawn.push({ key: 'limit', label: 'limit', color: '--limit', dash: [6, 4], limit: value, values: at.map(() => value) });
			}
			chart.show({ from, to, at, series: drawn, bands, marks });
		}
	}

	destroy() {
		this.all.forEach(({ chart }) => chart.destroy());
	}

}

export class Runner {

	constructor(context) {
		this.context = context;
		this.path = `/runners/${encodeURIComponent(context.route.name)}`;
		this.facts = element('div');
		this.tiles = element('div');
		this.strip = element('div', { class: 'strip-box' });
		this.charts = new UsageCharts(context, (metrics) => ({ path: `${this.path}/samples`, query: this.question(metrics) }));
		this.runs = this.runTable();
		this.element = element('div', { class: 'page' }, this.facts, this.tiles, this.strip, this.charts.element, this.runs.element);
	}

	get title() {
		return this.context.route.name;
	}

	get crumbs() {
		return this.runner ? [[this.runner.slice, link('slices', this.runner.slice, { host: this.runner.host })]] : [];
	}

	get filter() {
		return { runner: this.runner?.runner ?? this.context.route.name, host: this.context.route.host };
	}

	get refreshSeconds() {
		return Math.min(30, Math.max(2, this.series?.step ?? 2));
	}

	destroy() {
		this.charts.destroy();
		this.runs.destroy();
	}

	question(metrics) {
		return { ...this.context.query(), host: this.context.route.host, metric: metrics, rate: 'true' };
	}

	async load() {
		const { signal, route } = this.context;
		const query = this.question(METRICS);
		const same = this.series && this.asked === JSON.stringify(query) && route.to === 'now';
		const asksRunner = get(this.path, { host: route.host }, { signal });
		const asksSummary = get(`${this.path}/summary`, { host: route.host, from: route.from, to: route.to }, { signal });
		// one failure is enough to be told
		[asksRunner, asksSummary].forEach((asks) => asks.catch(() => {}));
		const series = same ? await follow(this.series, `${this.path}/samples`, query, { signal })
			: await this.loadInTwo(asksRunner, { signal });
		const [runner, summary] = await Promise.all([asksRunner, asksSummary]);
		this.asked = JSON.stringify(query);
		Object.assign(this, { runner, summary, series });
		this.show();
		return series;
	}

	// The first charts are shown as soon as they can be; the others are asked for on the same buckets.
	async loadInTwo(asksRunner, options) {
		const path = `${this.path}/samples`;
		const [runner, first] = await Promise.all([asksRunner, load(path, this.question(FIRST), options)]);
		options.signal?.throwIfAborted();
		const runs = runsIn(runner.runs, first.from, first.to);
		update(this.facts, facts(runner));
		this.charts.show(first, runner.limits, bandsOf(runs), marksOf(runs, first));
		const rest = await load(path, { ...this.question(METRICS.slice(FIRST.length)), from: iso(first.from), to: iso(first.to),
			step: `${first.step}s` }, options);
		const columns = { ...first.columns };
		Object.keys(rest.columns).forEach((name) => {
			columns[name] = aligned(rest, name, first.at);
		});
		return { ...first, columns };
	}

	refresh() {
		return this.load();
	}

	show() {
		const { runner, summary, series } = this;
		const runs = runsIn(runner.runs.concat(summary.endedRuns ?? []), series.from, series.to);
		const marks = marksOf(runs, series);
		update(this.facts, facts(runner));
		update(this.tiles, usageTiles(summary, series));
		update(this.strip, strip(runs, marks, series));
		this.charts.show(series, runner.limits, bandsOf(runs), marks);
		this.runs.show(runs);
		this.runs.heading.textContent = `Runs in the range: ${runs.length}`;
	}

	runTable() {
		return runTable(this.context.route.parameters);
	}

}

function facts(runner) {
	const limit = (name, format) => (runner.limits[name] !== null ? format(runner.limits[name])
		: runner.limits.unlimited.includes(name) ? 'no limit' : 'limit unknown');
	const labels = Object.entries(runner.labels);
	return element('div', { class: 'facts' },
		element('h1', {}, runner.runner, ' ', stateBadge(runner.state)),
		element('p', { class: 'muted' }, [`on ${runner.host} in `, element('a', { href: link('slices', runner.slice, { host: runner.host }) }, runner.slice),
			runner.image ? `, image ${runner.image}` : '', `; ${limit('cpuMillicores', cores)} CPU, ${limit('memoryBytes', bytes)} memory, `,
			`${limit('pids', count)} tasks`.replace('no limit tasks', 'no limit of tasks'), `; ${count(runner.runCount)} runs in all`]),
		runner.formerNames.length > 0 ? element('p', { class: 'muted' }, `Formerly ${runner.formerNames.join(', ')}`) : null,
		labels.length > 0 ? element('details', {}, element('summary', {}, `${labels.length} labels`),
			pairs(labels)) : null);
}

export function usageTiles(usage, range) {
	const { cpu, memory, network, io } = usage;
	const throttled = cpu.periods > 0 ? cpu.throttledPeriods / cpu.periods : null;
	const width = (range.to - range.from) * 1e6;
	const pressure = [usage.pressure.cpuSomeUsec, usage.pressure.memorySomeUsec, usage.pressure.ioSomeUsec];
	return tiles(
		tile('CPU mean', cores(cpu.meanMillicores), `p95 ${cores(cpu.p95Millicores)}, max ${cores(cpu.maxMillicores)}`),
		tile('CPU time', micros(cpu.usageUsec), `user ${micros(cpu.userUsec)}, system ${micros(cpu.systemUsec)}`),
		tile('Throttled', percent(throttled), `of periods, ${micros(cpu.throttledUsec)}`, throttled > 0.1 ? 'bad' : null),
		tile('Memory peak', bytes(memory.peakBytes), `mean ${bytes(memory.meanBytes)}, p95 ${bytes(memory.p95Bytes)}`),
		tile('Network', `${bytes(network.receivedBytes)} in`, `${bytes(network.sentBytes)} out`),
		tile('Disk', `${bytes(io.readBytes)} read`, `${bytes(io.writeBytes)} written`),
		tile('Pressure', percents(pressure.map((usec) => (usec === null ? null : usec / width))), 'CPU / memory / disk'),
		tile('OOM kills', count(usage.oomKills), null, usage.oomKills > 0 ? 'bad' : null),
		tile('Coverage', percent(usage.coverage), 'of the time that it lived'));
}

// The runs of a range, each once, newest first.
function runsIn(runs, from, to) {
	const byId = new Map(runs.map((run) => [run.runId, run]));
	return [...byId.values()]
		.filter((run) => epochSeconds(run.startedAt) < to && (run.endedAt === null || epochSeconds(run.endedAt) >= from))
		.sort((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt));
}

export function isBad(run) {
	return run.oomKilled === true || (run.exitCode !== null && run.exitCode !== 0) || run.state === 'failed';
}

export function bandsOf(runs) {
	return runs.map((run) => ({ from: epochSeconds(run.startedAt), to: epochSeconds(run.endedAt) ?? Infinity,
		kind: isBad(run) ? 'bad' : 'good' }));
}

// When the OOM killer struck: as closing records tell it to the moment; of what still lives as the buckets tell it.
export function marksOf(runs, series) {
	const marks = [];
	for (const run of runs) {
		const moments = run.closing?.oomKillMoments ?? [];
		moments.forEach(({ at, kills }) => marks.push({ at: epochSeconds(at), kind: 'oom', label: `OOM kill${kills > 1 ? `s: ${kills}` : ''}` }));
		if (moments.length === 0 && run.endedAt !== null && (run.oomKilled || run.closing?.oomKills > 0)) {
			marks.push({ at: epochSeconds(run.endedAt), kind: 'oom', label: 'OOM kill' });
		}
	}
	const told = marks.slice();
	series.columns.oomKills?.forEach((rate, index) => {
		const at = series.at[index];
		if (rate > 0 && !told.some((mark) => mark.at >= at - series.step && mark.at <= at + 2 * series.step)) {
			marks.push({ at, kind: 'oom', label: 'OOM kill' });
		}
	});
	return marks.filter((mark) => mark.at >= series.from && mark.at <= series.to);
}

// The runs as bands over the charts' time, with exit codes and OOM kills.
export function strip(runs, marks, { from, to }) {
	const place = (at) => Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100));
	const bands = runs.slice().reverse().map((run) => {
		const [begin, end] = [place(epochSeconds(run.startedAt)), place(epochSeconds(run.endedAt) ?? to)];
		const exit = run.endedAt === null ? run.state : run.oomKilled ? 'OOM' : run.exitCode === null ? run.state : `exit ${run.exitCode}`;
		const text = `Run of ${moment(run.startedAt)}, ${run.endedAt === null ? run.state : `ended ${moment(run.endedAt)}`}, ${exit}`;
		const band = element('a', { class: `run ${run.endedAt === null ? 'open' : isBad(run) ? 'bad' : 'good'}`,
			href: link('runs', run.runId), title: text, 'aria-label': text }, element('span', {}, exit));
		band.style.left = `${begin}%`;
		band.style.width = `${Math.max(0.25, end - begin)}%`;
		return element('li', {}, band);
	});
	const kills = marks.map((mark) => {
		const text = `${mark.label} at ${moment(mark.at)}`;
		const node = element('span', { class: 'oom-mark', role: 'img', 'aria-label': text, title: text }, '▼');
		node.style.left = `${place(mark.at)}%`;
		return node;
	});
	return [element('h2', { class: 'hidden' }, 'Runs over time'), element('ul', { class: 'strip', 'aria-label': 'Runs over time' }, bands),
		element('div', { class: 'strip-marks' }, kills)];
}

export function runTable(parameters) {
	const closing = (key) => (run) => run.closing?.[key] ?? null;
	const duration = (run) => run.closing?.durationUsec
		?? ((epochSeconds(run.endedAt) ?? Date.now() / 1000) - epochSeconds(run.startedAt)) * 1e6;
	const figure = (key, label, format) => ({ key, label, numeric: true, value: closing(key), cell: (run) => format(closing(key)(run)) });
	return new Table({
		caption: 'Runs in the range', key: (run) => run.runId, empty: 'No run in this range.',
		note: 'Totals are those of the closing record', sort: parameters.get('runs') ?? '-started', onSort: (sort) => note({ runs: sort }),
		columns: [
			{ key: 'started', label: 'Started', value: (run) => epochSeconds(run.startedAt), search: (run) => `${moment(run.startedAt)} ${run.runId}`,
				cell: (run) => element('a', { href: link('runs', run.runId) }, moment(run.startedAt)) },
			{ key: 'duration', label: 'Lasted', numeric: true, value: duration, cell: (run) => micros(Math.round(duration(run) / 1e3) * 1e3) },
			{ key: 'state', label: 'State', value: (run) => run.state, cell: (run) => stateBadge(run.state) },
			{ key: 'exit', label: 'Exit', numeric: true, value: (run) => run.exitCode, cell: (run) => exitText(run) },
			figure('cpuUsageUsec', 'CPU time', micros),
			figure('cpuMeanMillicores', 'CPU mean', cores),
			figure('memoryPeakBytes', 'Memory peak', bytes),
			figure('networkReceivedBytes', 'Received', bytes),
			figure('networkSentBytes', 'Sent', bytes),
			figure('ioReadBytes', 'Read', bytes),
			figure('ioWriteBytes', 'Written', bytes),
			figure('oomKills', 'OOM kills', count),
			{ key: 'exact', label: 'Exact', value: (run) => (run.closing ? (run.closing.exact ? 'exact' : run.closing.reason) : ''),
				cell: (run) => (run.closing ? (run.closing.exact ? 'yes' : `no: ${run.closing.reason}`) : '') },
			figure('coverage', 'Coverage', percent),
		],
	});
}

export function exitText(run) {
	if (run.oomKilled) {
		return element('span', { class: 'badge failed' }, `${run.exitCode ?? ''} OOM`);
	}
	return run.exitCode === null ? '' : run.exitCode === 0 ? '0' : element('span', { class: 'badge failed' }, String(run.exitCode));
}
