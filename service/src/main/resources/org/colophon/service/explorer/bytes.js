// SPDX-License-Identifier: Apache-2.0
// Shows from which bytes of which inputs each range of a file came. A range under the pointer or
// the focus lights up the bytes that it came from.

import { get } from '/ui/api.js';
import { el, count, middle } from '/ui/text.js';

const MAX_RANGES = 200;

/** Type of the record of a file whose bytes were recorded. */
export const BYTE_MAP = 'bytes';

const range = (part) => (part.to - part.from === 1 ? `byte ${part.from}` : `bytes ${part.from} to ${part.to - 1}`);

function origin(each) {
  const inputs = each.inputs.map((input) => `${range(input)} of ${middle(input.name, 60)}`);
  const sources = each.sources.map((source) => `perhaps ${middle(source.name, 60)}`);
  return `${range(each)}: ${each.how}${inputs.length + sources.length > 0 ? `, ${[...inputs, ...sources].join(', ')}` : ''}`;
}

/** Creates a strip of segments. A segment is a part with a range, and the indexes of its origins. */
function strip(name, parts, make) {
  const end = parts.reduce((most, part) => Math.max(most, part.to), 1);
  const bar = el('div', { className: 'strip', role: 'group', 'aria-label': name }, parts.map((part) => {
    const segment = make(part);
    segment.style.left = `${(100 * part.from) / end}%`;
    segment.style.width = `${(100 * (part.to - part.from)) / end}%`;
    return segment;
  }));
  return [el('p', { className: 'muted' }, `${middle(name, 60)}, ${count(end, 'byte')}`), bar];
}

/** Fills an element with the origins of a file's bytes. */
export async function bytes(place, target, asOf, signal) {
  const { name, origins } = await get('/v1/lineage', { target, bytes: true, 'as-of': asOf }, signal);
  const all = origins.slice(0, MAX_RANGES);
  const inputs = new Map();
  all.forEach((each, i) => each.inputs.forEach((input) => {
    const parts = inputs.get(input.name) ?? new Map();
    const key = `${input.from}-${input.to}`;
    const part = parts.get(key) ?? { ...input, of: [] };
    part.of.push(i);
    inputs.set(input.name, parts.set(key, part));
  }));
  const said = el('p', { className: 'origin', role: 'status' }, 'Point at a range.');
  const segments = [];
  const light = (i) => {
    segments.forEach((segment) => segment.element.classList.toggle('lit', segment.of.includes(i)));
    said.textContent = origin(all[i]);
  };
  const kept = (element, of) => {
    segments.push({ element, of });
    return element;
  };
  const output = strip(name, all.map((each, i) => ({ ...each, i })), ({ i }) =>
    kept(el('button', { type: 'button', 'aria-label': origin(all[i]), onmouseenter: () => light(i), onfocus: () => light(i) }), [i]));
  place.replaceChildren(el('section', {}, el('h3', {}, `Origins of bytes (${count(origins.length)})`), output, said,
    [...inputs].map(([input, parts]) => strip(input, [...parts.values()], (part) => kept(el('span'), part.of))),
    origins.length > MAX_RANGES ? el('p', {}, `${count(origins.length - MAX_RANGES)} more ranges; colophon lineage --bytes has all.`) : ''));
}
