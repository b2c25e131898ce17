// Figures in the units that people use. What is not known is a dash, never 0.

export const UNKNOWN = '–';

const isKnown = (value) => value !== null && value !== undefined && Number.isFinite(Number(value));

// Three significant digits, without zeros that say nothing.
function digits(value) {
	const size = Math.abs(value);
	if (size === 0) {
		return '0';
	}
	if (size >= 100) {
		return Math.round(value).toString();
	}
	return Number(value.toPrecision(size < 0.001 ? 1 : 3)).toString();
}

function scaled(value, base, names, separator = ' ') {
	let size = Number(value);
	let index = 0;
	// 1023.9 would be shown as 1024
	while (Math.abs(size) >= base - 0.5 && index < names.length - 1) {
		size /= base;
		index += 1;
	}
	return digits(size) + separator + names[index];
}

// 1500 millicores are 1.5 cores
export function cores(millicores) {
	return isKnown(millicores) ? `${digits(Number(millicores) / 1000)} cores` : UNKNOWN;
}

export function bytes(value) {
	return isKnown(value) ? scaled(value, 1024, ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']) : UNKNOWN;
}

export function bytesPerSecond(value) {
	return isKnown(value) ? scaled(value, 1000, ['B/s', 'kB/s', 'MB/s', 'GB/s', 'TB/s']) : UNKNOWN;
}

export function count(value) {
	return isKnown(value) ? Number(value).toLocaleString('en-GB', { maximumFractionDigits: 1 }) : UNKNOWN;
}

// 0.25 is 25 %. What is not all is never shown as 100 %, and what is not nothing never as 0 %.
function hundredths(part) {
	const size = Number(part) * 100;
	if (size > 99 && size < 100) {
		return Math.min(99.9, Number(size.toFixed(1))).toString();
	}
	return size > 0 && size < 0.01 ? '<0.01' : Number(size.toFixed(size < 1 ? 2 : 1)).toString();
}

export function percent(part) {
	return isKnown(part) ? `${hundredths(part)} %` : UNKNOWN;
}

// Some that belong together: 3.1 / 0 / 0.5 %
export function percents(parts) {
	return parts.every((part) => !isKnown(part)) ? UNKNOWN
		: `${parts.map((part) => (isKnown(part) ? hundredths(part) : UNKNOWN)).join(' / ')} %`;
}

export function seconds(value) {
	if (!isKnown(value)) {
		return UNKNOWN;
	}
	const size = Number(value);
	if (size < 0) {
		return `-${seconds(-size)}`;
	}
	if (size > 0 && size < 1) {
		return size < 0.001 ? `${digits(size * 1e6)} µs` : `${digits(size * 1e3)} ms`;
	}
	if (size < 60) {
		return `${digits(size)} s`;
	}
	const whole = Math.round(size);
	const parts = [[Math.floor(whole / 86400), 'd'], [Math.floor(whole / 3600) % 24, 'h'], [Math.floor(whole / 60) % 60, 'min'],
		[whole % 60, 's']];
	const first = parts.findIndex(([amount]) => amount > 0);
	return parts.slice(first, first + 2).filter(([amount]) => amount > 0).map(([amount, name]) => `${amount} ${name}`).join(' ');
}

export function micros(usec) {
	return isKnown(usec) ? seconds(Number(usec) / 1e6) : UNKNOWN;
}

const two = (number) => String(number).padStart(2, '0');

// A moment (ISO-8601, or seconds since 1970) on the user's clock.
export function moment(value, withDay = true) {
	const date = asDate(value);
	if (date === null) {
		return UNKNOWN;
	}
	const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
	return withDay ? `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}` : time;
}

// How long ago something was.
export function ago(value, now = Date.now()) {
	const date = asDate(value);
	if (date === null) {
		return UNKNOWN;
	}
	const passed = (now - date.getTime()) / 1000;
	return passed < 1 ? 'now' : `${seconds(passed < 60 ? Math.round(passed) : passed)} ago`;
}

export function epochSeconds(value) {
	const date = asDate(value);
	return date === null ? null : date.getTime() / 1000;
}

function asDate(value) {
	if (value === null || value === undefined) {
		return null;
	}
	const date = typeof value === 'number' ? new Date(value * 1000) : new Date(value);
	return Number.isNaN(date.getTime()) ? null : date;
}

// PT1M, PT2S, PT1H30M, P1D as seconds
export function durationSeconds(text) {
	const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text ?? '');
	if (match === null) {
		return null;
	}
	const [, days, hours, minutes, rest] = match.map((part) => Number(part ?? 0));
	return days * 86400 + hours * 3600 + minutes * 60 + rest;
}

// What charts need of a unit: how a value is written, and steps between grid lines that are round in it.
const binarySteps = Array.from({ length: 50 }, (_, power) => 2 ** power);

export const UNITS = {
	cores: { name: 'cores', format: (value) => cores(isKnown(value) ? value * 1000 : null), of: (value) => value / 1000 },
	bytes: { name: 'bytes', format: bytes, steps: binarySteps, of: (value) => value },
	rate: { name: 'bytes per second', format: bytesPerSecond, of: (value) => value },
	share: { name: 'share of time', format: percent, of: (value) => value / 1e6 },
	count: { name: 'count', format: count, of: (value) => value },
};
