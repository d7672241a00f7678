// SPDX-License-Identifier: Apache-2.0
// Parts of pages: segmented choices, paths, and the legend of a graph.

import { colours, group, legend, svg } from '/ui/shapes.js';
import { el, middle, shown } from '/ui/text.js';

/** Creates a row of buttons of which one is pressed. */
export function segments(label, options, value, change) {
  const buttons = options.map(([each, text]) => el('button', { type: 'button', 'data-value': each, 'aria-pressed': String(each === value), onclick: (event) => {
    buttons.forEach((other) => other.setAttribute('aria-pressed', String(other === event.currentTarget)));
    change(each);
  } }, text));
  return el('div', { className: 'segments', role: 'group', 'aria-label': label }, buttons);
}

/** Returns a path with its directory in a quiet colour before the name, and other text as it is. */
export function pathOf(text) {
  const slash = text.startsWith('/') ? text.lastIndexOf('/') : -1;
  if (slash < 0) return [middle(text, 90)];
  return [el('span', { className: 'directory' }, middle(text.slice(0, slash + 1), 70)), el('wbr', {}), shown(text.slice(slash + 1))];
}

/** Returns the entries of a scene's legend as list items. */
export function legendOf(scene) {
  return legend(scene, colours()).map(({ word, parts }) =>
    el('li', {}, svg('svg', { width: 30, height: 18, viewBox: '-1 0 30 18', 'aria-hidden': 'true' }, group(parts)), word));
}
