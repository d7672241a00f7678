// SPDX-License-Identifier: Apache-2.0
// Downloads of the picture, and of the whole lineage in export formats.

import { request } from '/ui/api.js';
import { fail } from '/ui/main.js';
import { colours, paint, svgText } from '/ui/scene.js';
import { el } from '/ui/text.js';

const MAX_PIXELS = 8192;
const EXPORTS = [['prov-json', 'PROV-JSON', 'json'], ['graphml', 'GraphML', 'graphml']];

function save(blob, name) {
  const url = URL.createObjectURL(blob);
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function png(scene) {
  const { width, height } = scene.graph;
  const scale = Math.min(2, MAX_PIXELS / Math.max(width, height, 1));
  const canvas = el('canvas', { width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
  const context = canvas.getContext('2d', { alpha: false });
  const palette = colours();
  context.fillStyle = palette.paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  paint(context, scene, scene.within(0, 0, width, height), scale, new Set(), palette);
  canvas.toBlob((blob) => (blob ? save(blob, 'lineage.png') : fail(new Error('The picture is too large for this browser; download the SVG.'))));
}

async function exported(parameters, format, suffix) {
  const target = parameters.get('target');
  const response = await request('/v1/lineage', {
    target, format, direction: parameters.get('direction'), 'as-of': parameters.get('as-of'), all: parameters.get('all'), depth: parameters.get('depth'),
  });
  save(await response.blob(), `lineage.${suffix}`);
}

/** Creates the menu of a graph's page. */
export function downloads(page) {
  const item = (text, run) => el('button', { type: 'button', onclick: run }, text);
  return el('details', { className: 'menu' }, el('summary', {}, 'Download'),
    el('div', {},
      item('SVG', () => save(new Blob([svgText(page.canvas.scene, colours())], { type: 'image/svg+xml' }), 'lineage.svg')),
      item('PNG', () => png(page.canvas.scene)),
      EXPORTS.map(([format, text, suffix]) => item(text, () => exported(page.parameters, format, suffix).catch(fail)))));
}
