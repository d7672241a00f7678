// SPDX-License-Identifier: Apache-2.0
// The slider for "as of", on which the snapshots of the store are marked.

import { get } from '/ui/api.js';
import { el, shown, time } from '/ui/text.js';

const STEPS = 1000;

function bounds(graph) {
  const times = graph.nodes.flatMap((n) => [n.from, n.to]).map((t) => Date.parse(t)).filter((t) => !Number.isNaN(t));
  const least = times.reduce((a, b) => Math.min(a, b), Infinity);
  const most = times.reduce((a, b) => Math.max(a, b), -Infinity);
  return [least, most];
}

/**
 * Fills the element {@code place}. Calls {@code change} with an instant or a snapshot; without an
 * argument for now.
 */
export async function timeline(place, graph, asOf, change) {
  const [begin, end] = bounds(graph);
  if (!(begin < end)) return null;
  const snapshots = (await get('/v1/snapshots')).snapshots.filter((each) => each.inForce);
  const at = (step) => new Date(begin + ((end - begin) * step) / STEPS).toISOString();
  const stepOf = (millis) => Math.round((STEPS * (millis - begin)) / (end - begin));
  const known = snapshots.find((each) => each.name === asOf);
  const millis = Date.parse(known ? known.time : asOf);
  const label = el('output', { id: 'when' }, asOf === '' ? 'now' : known ? `snapshot ${shown(asOf)}` : time(asOf));
  const marks = snapshots.filter((each) => Date.parse(each.time) >= begin && Date.parse(each.time) <= end);
  const slider = el('input', {
    type: 'range', id: 'as-of', min: 0, max: STEPS, value: Number.isNaN(millis) ? STEPS : stepOf(millis), 'aria-label': 'As of',
    list: 'snapshots', oninput: () => (label.textContent = time(at(slider.value))),
    onchange: () => {
      const isNow = Number(slider.value) === STEPS;
      label.textContent = isNow ? 'now' : time(at(slider.value));
      change(isNow ? '' : at(slider.value));
    },
  });
  slider.value = Number.isNaN(millis) ? STEPS : stepOf(millis);
  const choice = el('select', { id: 'snapshot', 'aria-label': 'Snapshot', onchange: () => {
    const chosen = snapshots[choice.selectedIndex - 1];
    label.textContent = chosen ? `snapshot ${shown(chosen.name)}` : 'now';
    slider.value = chosen ? stepOf(Date.parse(chosen.time)) : STEPS;
    change(chosen ? chosen.name : '');
  } }, el('option', { value: '' }, 'now'), snapshots.map((each) => el('option', { value: each.name, selected: each.name === asOf }, `snapshot ${each.name}`)));
  place.replaceChildren(el('span', {}, 'As of '), slider,
    el('datalist', { id: 'snapshots' }, marks.map((each) => el('option', { value: String(stepOf(Date.parse(each.time))), label: shown(each.name) }))),
    label, snapshots.length > 0 ? choice : '');
  return slider;
}
