// The page as a whole: which thing is shown, over which range, live or not, and what went wrong.

import { keepToken, token } from './api.js';
import { repaint } from './chart.js';
import { announce, element, problemBox, replace, toast } from './dom.js';
import { Live } from './live.js';
import { Fleet } from './pages/fleet.js';
import { Run } from './pages/run.js';
import { Runner } from './pages/runner.js';
import { Slice } from './pages/slice.js';
import { changed, go, isMoving, iso, link, note, parse, RANGES, subject, width } from './route.js';
import { moment, seconds } from './units.js';

const PAGES = { fleet: Fleet, slice: Slice, runner: Runner, run: Run };

// What happened to runs shows at once.
const SOON_SECONDS = 1;

// Polling asks for everything each time only where that is little.
const WIDE_SECONDS = 6 * 3600;

const SHORTEST_SECONDS = 10;

const main = document.getElementById('main');

const banner = document.getElementById('banner');

class Dashboard {

	constructor() {
		this.route = parse(location.hash);
		this.refreshedAt = 0;
		this.toolbar();
		this.theme();
		window.addEventListener('hashchange', () => this.navigate());
		window.addEventListener('slicemeter-token', (event) => this.askForToken(event.detail));
		document.addEventListener('visibilitychange', () => this.follow());
		document.addEventListener('keydown', (event) => this.key(event));
		document.getElementById('token-button').addEventListener('click', () => {
			keepToken(null);
			this.askForToken(null);
		});
		document.querySelector('.skip').addEventListener('click', (event) => {
			// what is behind the # is ours
			event.preventDefault();
			main.focus();
		});
		this.open();
	}

	// What pages know of the whole.
	get context() {
		const dashboard = this;
		return {
			get route() {
				return dashboard.route;
			},
			get signal() {
				return dashboard.loading?.signal;
			},
			query: () => ({ from: this.route.from, to: this.route.to, step: this.route.step }),
			zoom: (from, to) => this.zoom(from, to),
			zoomOut: () => this.zoomOut(),
			watch: (work) => work.catch((problem) => this.failed(problem)),
		};
	}

	navigate() {
		const before = this.route;
		this.route = parse(location.hash);
		if (subject(before) !== subject(this.route)) {
			window.scrollTo(0, 0);
			this.open();
			main.focus({ preventScroll: true });
			return;
		}
		this.load();
	}

	open() {
		this.live?.stop();
		this.page?.destroy();
		this.loading?.abort();
		this.page = new PAGES[this.route.page](this.context);
		this.range = null;
		this.shown = false;
		this.troubled = false;
		replace(banner);
		main.setAttribute('aria-busy', 'true');
		replace(main, element('p', { class: 'empty' }, 'Loading …'));
		this.showRange();
		this.showPlace();
		this.load();
	}

	async load(refresh = false) {
		this.loading?.abort();
		this.loading = new AbortController();
		const { page, loading } = this;
		this.busy = true;
		try {
			if (!this.shown && !this.troubled) {
				replace(main, page.element);
				page.element.classList.add('loading');
			}
			const range = await (refresh ? page.refresh() : page.load());
			if (page !== this.page || loading.signal.aborted) {
				return;
			}
			this.loaded(range, refresh);
		}
		catch (problem) {
			if (page === this.page && loading === this.loading && problem.name !== 'AbortError') {
				this.failed(problem);
			}
		}
		finally {
			if (loading === this.loading) {
				this.busy = false;
				main.removeAttribute('aria-busy');
			}
		}
	}

	loaded(range, refresh) {
		if (this.page.element.parentNode !== main) {
			replace(main, this.page.element);
		}
		this.page.element.classList.remove('loading');
		this.troubled = false;
		this.shown = true;
		this.range = range ?? null;
		this.refreshedAt = performance.now();
		replace(banner);
		this.showRange();
		this.showPlace();
		document.getElementById('token-button').hidden = !token();
		if (!refresh) {
			announce(`${this.page.title} is shown`);
			this.follow();
		}
	}

	failed(problem) {
		if (problem.name === 'AbortError' || problem.status === 401) {
			return;
		}
		if (!('title' in problem)) {
			// a mistake of ours is not to be swallowed
			console.error(problem);
		}
		const shown = { title: problem.title ?? 'This page failed', detail: problem.detail ?? String(problem.message), type: problem.type,
			status: problem.status };
		if (problem.hosts) {
			shown.choices = problem.hosts.map((host) => element('li', {}, element('a', { href: changed({ host }) }, host)));
		}
		if (this.shown) {
			if (banner.childElementCount === 0) {
				replace(banner, element('p', {}, element('strong', {}, shown.title), ` ${shown.detail} `, element('span', { class: 'muted' },
					`Since ${moment(Date.now() / 1000, false)}.`), ' ',
					element('button', { type: 'button', on: { click: () => this.load(true) } }, 'Try again')));
			}
			this.follow();
			return;
		}
		this.troubled = true;
		replace(main, problemBox(shown, () => this.open()));
		if (problem.isUnreachable || problem.status === 503) {
			this.follow();
		}
	}

	askForToken(problem) {
		// what was still under way is refused too, and must not clear what is being typed
		if (problem && this.asksForToken) {
			return;
		}
		this.asksForToken = true;
		this.live?.stop();
		this.shown = false;
		const input = element('input', { type: 'password', id: 'token', autocomplete: 'off', required: true, spellcheck: 'false' });
		const form = element('form', { class: 'card token', on: { submit: (event) => {
			event.preventDefault();
			keepToken(input.value.trim());
			this.asksForToken = false;
			this.open();
		} } }, element('h1', {}, 'Token'), element('p', {}, problem?.detail ?? 'The token is forgotten.'),
			element('label', { for: 'token' }, 'Bearer token with the scope read'), input,
			element('button', { type: 'submit' }, 'Use it'),
			element('p', { class: 'muted' }, 'It is kept in this tab until it is closed, and sent to this service only.'));
		replace(main, form);
		document.getElementById('token-button').hidden = true;
		input.focus();
	}

	showPlace() {
		document.title = this.route.page === 'fleet' ? 'Slicemeter' : `${this.page.title} · Slicemeter`;
		const crumbs = this.route.page === 'fleet' ? [] : [['Fleet', link('')], ...this.page.crumbs];
		replace(document.getElementById('breadcrumbs'), crumbs.length === 0 ? [] : element('ol', {}, crumbs.map(([text, href]) =>
			element('li', {}, element('a', { href }, text))), element('li', { 'aria-current': 'page' },
			this.route.page === 'run' ? 'run' : this.route.name)));
	}

	// --- range

	toolbar() {
		this.buttons = RANGES.map(([from, label]) => element('button', { type: 'button', 'data-from': from,
			on: { click: () => go({ from: from === '-1h' ? null : from, to: null, step: null, zoom: null }) } }, label));
		const button = (label, text, click, name) => element('button', { type: 'button', 'aria-label': label, title: label, 'data-do': name,
			on: { click } }, text);
		this.whole = element('button', { type: 'button', hidden: true, on: { click: () => go({ zoom: null, from: null, to: null }) } }, 'Whole run');
		this.info = element('span', { class: 'range-info', id: 'range-info' });
		this.liveButton = element('button', { type: 'button', id: 'live', 'aria-pressed': 'false', on: { click: () => this.toggleLive() } },
			element('span', { class: 'dot', 'aria-hidden': 'true' }), 'Live');
		this.rangeButtons = element('span', { class: 'group', role: 'group', 'aria-label': 'Last' }, this.buttons);
		replace(document.getElementById('range'), this.rangeButtons, this.whole,
			element('span', { class: 'group', role: 'group', 'aria-label': 'Move and zoom' },
				button('Earlier', '◀', () => this.pan(-0.5), 'earlier'), button('Later', '▶', () => this.pan(0.5), 'later'),
				button('Zoom in', '+', () => this.scale(0.5), 'in'), button('Zoom out', '−', () => this.scale(2), 'out')),
			this.liveButton, this.info);
	}

	showRange() {
		const { route, range } = this;
		const own = this.page.ownRange === true;
		this.rangeButtons.hidden = own;
		this.whole.hidden = !own || !route.parameters.has('zoom');
		this.buttons.forEach((button) => button.setAttribute('aria-pressed', String(isMoving(route) && route.from === button.dataset.from)));
		const known = range?.step ? `step ${seconds(range.step)}, ${range.resolution === 'raw' ? 'raw samples' : `resolution ${range.resolution}`}` : '';
		const span = range ? `${moment(range.from)} – ${moment(range.to, !sameDay(range))}` : '';
		replace(this.info, span ? element('span', {}, span) : null, known ? element('span', { class: 'step' }, known) : null);
		const can = this.canFollow();
		this.liveButton.disabled = !can;
		this.liveButton.setAttribute('aria-pressed', String(can && route.live));
		if (!can) {
			this.liveButton.title = 'Only a range that ends now is live';
			this.liveButton.classList.remove('streaming', 'polling');
		}
	}

	canFollow() {
		return this.page.ownRange ? !this.route.parameters.has('zoom') && this.page.run?.endedAt === null : isMoving(this.route);
	}

	bounds() {
		if (this.range) {
			return [this.range.from, this.range.to];
		}
		const now = Date.now() / 1000;
		return [now - (width(this.route.from) ?? 3600), now];
	}

	zoom(from, to) {
		const now = Date.now() / 1000;
		const end = Math.min(to, now);
		const begin = Math.min(from, end - SHORTEST_SECONDS);
		go({ from: iso(Math.floor(begin)), to: iso(Math.ceil(end)), step: null, zoom: this.page.ownRange ? '1' : null });
	}

	scale(by) {
		const [from, to] = this.bounds();
		const middle = (from + to) / 2;
		const half = ((to - from) / 2) * by;
		this.zoom(middle - half, middle + half);
	}

	zoomOut() {
		this.scale(2);
	}

	pan(by) {
		const [from, to] = this.bounds();
		const ahead = Math.min((to - from) * by, Date.now() / 1000 - to);
		this.zoom(from + ahead, to + ahead);
	}

	// --- live

	toggleLive() {
		note({ live: this.route.live ? 'off' : null });
		this.route = parse(location.hash);
		this.showRange();
		this.follow();
		announce(this.route.live ? 'Live' : 'Not live');
		if (this.route.live) {
			this.load(true);
		}
	}

	follow() {
		if (!this.canFollow() || !this.route.live || document.hidden) {
			this.live?.stop();
			this.live = null;
			this.liveButton.classList.remove('streaming', 'polling');
			return;
		}
		const filter = JSON.stringify(this.page.filter);
		if (this.live && this.followed === filter && this.live.page === this.page && !this.live.stopped?.signal.aborted) {
			return;
		}
		this.live?.stop();
		this.followed = filter;
		this.live = new Live({ filter: this.page.filter, onEvent: (name) => this.happened(name),
			onStatus: (text, streaming) => this.liveStatus(text, streaming) });
		this.live.page = this.page;
		this.live.start();
	}

	liveStatus(text, streaming) {
		this.liveButton.title = text;
		this.liveButton.classList.toggle('streaming', streaming);
		this.liveButton.classList.toggle('polling', !streaming);
	}

	happened(name) {
		if (name !== 'samples') {
			// what is wrong, the refresh tells
			this.page.soon?.().catch(() => {});
		}
		const [from, to] = this.bounds();
		const patient = name === 'samples' || (name === 'poll' && to - from > WIDE_SECONDS);
		const gap = patient ? this.page.refreshSeconds : SOON_SECONDS;
		const due = this.refreshedAt + gap * 1000;
		if (this.refreshing && this.refreshDue <= due) {
			return;
		}
		clearTimeout(this.refreshing);
		this.refreshDue = due;
		this.refreshing = setTimeout(() => this.refresh(), Math.max(0, due - performance.now()));
	}

	refresh() {
		this.refreshing = null;
		if (this.busy) {
			// what is on its way comes first
			this.refreshing = setTimeout(() => this.refresh(), 250);
			return;
		}
		if (this.canFollow() && this.route.live) {
			this.load(this.shown);
		}
	}

	// --- look and keys

	theme() {
		const button = document.getElementById('theme-button');
		const names = { auto: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' };
		const say = () => {
			button.textContent = names[document.documentElement.dataset.theme ?? 'auto'];
		};
		button.addEventListener('click', () => {
			const next = { auto: 'light', light: 'dark', dark: 'auto' }[document.documentElement.dataset.theme ?? 'auto'];
			if (next === 'auto') {
				delete document.documentElement.dataset.theme;
			}
			else {
				document.documentElement.dataset.theme = next;
			}
			try {
				localStorage.setItem('slicemeter.theme', next);
			}
			catch {
				toast('This browser does not let pages remember a theme');
			}
			say();
			repaint();
		});
		matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);
		say();
	}

	key(event) {
		if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest('input, textarea, select, dialog')) {
			return;
		}
		const actions = { '+': () => this.scale(0.5), '-': () => this.scale(2), ',': () => this.pan(-0.5), '.': () => this.pan(0.5),
			'l': () => !this.liveButton.disabled && this.toggleLive(), '/': () => {
				const fields = main.querySelectorAll('input[type=search]');
				fields[fields.length - 1]?.focus();
			} };
		const action = actions[event.key];
		if (action) {
			event.preventDefault();
			action();
		}
	}

}

function sameDay({ from, to }) {
	return new Date(from * 1000).toDateString() === new Date(to * 1000).toDateString();
}

new Dashboard();
