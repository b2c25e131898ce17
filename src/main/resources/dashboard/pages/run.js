// One run: its closing record, and the figures of its life.

import { get } from '../api.js';
import { element, pairs, stateBadge, update } from '../dom.js';
import { iso, link } from '../route.js';
import { load } from '../series.js';
import { bytes, cores, count, epochSeconds, micros, moment, percent, UNKNOWN } from '../units.js';
import { bandsOf, exitText, marksOf, METRICS, strip, UsageCharts, usageTiles } from './runner.js';

// Of the run's life is shown before and after it.
const MARGIN = 0.04;

export class Run {

	constructor(context) {
		this.context = context;
		this.facts = element('div');
		this.tiles = element('div');
		this.closing = element('section', { class: 'card' });
		this.strip = element('div', { class: 'strip-box' });
		this.charts = new UsageCharts(context, (metrics) => this.question(metrics));
		this.element = element('div', { class: 'page' }, this.facts, this.closing, this.tiles, this.strip, this.charts.element);
	}

	get title() {
		return this.run ? `${this.run.runner}, run of ${moment(this.run.startedAt)}` : 'Run';
	}

	get crumbs() {
		return this.run ? [[this.run.slice, link('slices', this.run.slice, { host: this.run.host })],
			[this.run.runner, link('runners', this.run.runner, { host: this.run.host })]] : [];
	}

	get filter() {
		return this.run ? { runner: this.run.runner, host: this.run.host } : {};
	}

	get refreshSeconds() {
		return Math.min(30, Math.max(4, this.series?.step ?? 4));
	}

	get ownRange() {
		return true;
	}

	destroy() {
		this.charts.destroy();
	}

	question(metrics) {
		const { parameters, step } = this.context.route;
		const [begin, end] = [epochSeconds(this.run.startedAt), epochSeconds(this.run.endedAt) ?? Date.now() / 1000];
		const margin = Math.max(2, (end - begin) * MARGIN);
		// the range of the address is that of a zoom: without one it is the run's own
		const zoomed = parameters.has('zoom');
		return { path: `/runners/${encodeURIComponent(this.run.runner)}/samples`, query: {
			from: zoomed ? this.context.route.from : iso(begin - margin), to: zoomed ? this.context.route.to : iso(end + margin), step,
			host: this.run.host, metric: metrics, rate: 'true' } };
	}

	async load() {
		const { signal, route } = this.context;
		this.run = await get(`/runs/${encodeURIComponent(route.name)}`, {}, { signal });
		const { path, query } = this.question(METRICS);
		this.series = await load(path, query, { signal });
		this.show();
		return this.series;
	}

	async refresh() {
		// what is over does not change any more
		return this.run?.endedAt !== null && this.run?.closing ? this.series : this.load();
	}

	show() {
		const { run, series } = this;
		const marks = marksOf([run], series);
		update(this.facts, this.factsOf());
		update(this.closing, closingOf(run));
		update(this.tiles, usageTiles(run.usage, { from: epochSeconds(run.startedAt), to: epochSeconds(run.endedAt) ?? Date.now() / 1000 }));
		update(this.strip, strip([run], marks, series));
		this.charts.show(series, run.limits, bandsOf([run]), marks);
	}

	factsOf() {
		const { run } = this;
		const known = [['Runner', element('a', { href: link('runners', run.runner, { host: run.host }) }, run.runner)], ['Host', run.host],
			['Slice', element('a', { href: link('slices', run.slice, { host: run.host }) }, run.slice)], ['Started', moment(run.startedAt)],
			['Ended', moment(run.endedAt)], ['Exit code', run.exitCode === null ? UNKNOWN : exitText(run)],
			['Signal', run.signal === null ? null : String(run.signal)], ['Image', run.image ?? UNKNOWN],
			['Container', `${run.containerName} (${run.containerId.slice(0, 12)})`], ['Network', run.networkMode ?? UNKNOWN],
			['Limits', ['cpuMillicores', 'memoryBytes', 'pids'].map((name) => (run.limits[name] !== null
				? { cpuMillicores: cores, memoryBytes: bytes, pids: (value) => `${count(value)} tasks` }[name](run.limits[name]) : null))
				.filter((text) => text !== null).join(', ') || 'none known'],
			['Run ID', element('code', {}, run.runId)], ...Object.entries(run.labels).map(([name, value]) => [name, value])];
		return element('div', { class: 'facts' }, element('h1', {}, `${run.runner}, a run `, stateBadge(run.state)),
			run.unclaimed ? element('p', { class: 'muted' }, 'The Engine never named this container.') : null,
			pairs(known.filter(([, value]) => value !== null)));
	}

}

function closingOf(run) {
	const { closing } = run;
	if (closing === null) {
		return [element('h2', {}, 'Closing record'), element('p', { class: 'empty' },
			run.endedAt === null ? 'It is written when the run ends.' : 'There is none of this run.')];
	}
	const rows = [['CPU time', 'cpuUsageUsec', micros], ['CPU mean', 'cpuMeanMillicores', cores], ['Memory peak', 'memoryPeakBytes', bytes],
		['Received', 'networkReceivedBytes', bytes], ['Sent', 'networkSentBytes', bytes], ['Read from disk', 'ioReadBytes', bytes],
		['Written to disk', 'ioWriteBytes', bytes], ['OOM kills', 'oomKills', count]];
	const precision = (key) => (closing.inexact.includes(key) ? 'of the last sample'
		: key === 'memoryPeakBytes' && closing.memoryPeakFrom ? `from ${closing.memoryPeakFrom}` : closing.exact ? 'exact' : 'of the last sample');
	return [element('h2', {}, 'Closing record ', element('span', { class: `badge ${closing.exact ? 'running' : 'unknown'}` },
		closing.exact ? 'exact' : `not exact: ${closing.reason}`)),
		element('div', { class: 'table-wrap', tabindex: '0', role: 'region', 'aria-label': 'Closing record' },
			element('table', { class: 'closing' }, element('caption', { class: 'hidden' }, 'Closing record'),
				element('thead', {}, element('tr', {}, ['What', 'In all', 'Exactly', 'How'].map((text) =>
					element('th', { scope: 'col', class: text === 'In all' || text === 'Exactly' ? 'numeric' : null }, text)))),
				element('tbody', {}, rows.map(([label, key, format]) => element('tr', {}, element('th', { scope: 'row' }, label),
					element('td', { class: 'numeric' }, format(closing[key])),
					element('td', { class: 'numeric muted' }, closing[key] === null ? UNKNOWN : String(closing[key])),
					element('td', {}, closing[key] === null ? 'not readable' : precision(key)))),
					closing.oomKillMoments.map(({ at, kills }) => element('tr', {}, element('th', { scope: 'row' }, 'OOM kill'),
						element('td', { class: 'numeric' }, count(kills)), element('td', { class: 'numeric' }, moment(at)), element('td', {}, 'seen'))))),
		),
		element('p', { class: 'muted' }, `Read at ${moment(closing.at)}; lasted ${micros(closing.durationUsec)}; `
			+ `${count(closing.samples)} of ${count(closing.samplesExpected)} samples, coverage ${percent(closing.coverage)}`)];
}
