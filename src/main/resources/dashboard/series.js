// Series as the API gives them, in the form that charts want: seconds since 1970, and a column for each metric.

import { get } from './api.js';
import { iso } from './route.js';
import { durationSeconds, epochSeconds } from './units.js';

// Buckets that are asked for again, since samples may still have come into them.
const OVERLAP = 3;

export async function load(path, query, options = {}) {
	return ofAnswer(await get(path, query, options));
}

export function ofAnswer(answer) {
	const { at, ...columns } = answer.columns;
	return { from: epochSeconds(answer.from), to: epochSeconds(answer.to), step: durationSeconds(answer.step),
		resolution: answer.resolution, at: at.map((text) => Date.parse(text) / 1000), columns };
}

// A series that ends now, brought up to now: only its last buckets are asked for again.
export async function follow(known, path, query, options = {}) {
	const count = known.at.length;
	if (count <= OVERLAP || known.step === null) {
		return load(path, query, options);
	}
	const tail = await load(path, { ...query, from: iso(known.at[count - OVERLAP]), step: `${known.step}s` }, options);
	return joined(known, tail);
}

export function joined(known, tail) {
	const from = tail.to - (known.to - known.from);
	const first = known.at.findIndex((at) => at + known.step > from);
	const last = tail.at.length > 0 ? known.at.findIndex((at) => at >= tail.at[0]) : known.at.length;
	const end = last < 0 ? known.at.length : last;
	const begin = first < 0 ? end : Math.min(first, end);
	const columns = {};
	for (const name of Object.keys(known.columns)) {
		columns[name] = known.columns[name].slice(begin, end).concat(tail.columns[name] ?? tail.at.map(() => null));
	}
	return { from, to: tail.to, step: known.step, resolution: known.resolution, at: known.at.slice(begin, end).concat(tail.at),
		columns };
}

// A column on the moments of another series; null where it has none.
export function aligned(series, column, at) {
	const values = new Map(series.at.map((moment, index) => [moment, series.columns[column][index]]));
	return at.map((moment) => values.get(moment) ?? null);
}

// Stacks columns upon each other where the whole is known. Who is not there adds nothing.
export function stacked(columns, whole) {
	const sums = whole.map((value) => (value === null ? null : 0));
	return columns.map((column) => {
		column.forEach((value, index) => {
			if (sums[index] !== null) {
				sums[index] += Math.max(0, value ?? 0);
			}
		});
		return sums.slice();
	});
}
