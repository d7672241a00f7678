// SPDX-License-Identifier: Apache-2.0
// Downloads of the picture, and of the whole lineage in export formats.

import { request } from '/ui/api.js';
import { fail, speak } from '/ui/main.js';
import { fullName } from '/ui/rows.js';
import { svgText } from '/ui/scene.js';
import { el, shown, time } from '/ui/text.js';

const MAX_PIXELS = 8192;
const EXPORTS = [['prov-json', 'PROV-JSON', 'json'], ['graphml', 'GraphML', 'graphml']];

function save(blob, name) {
  const url = URL.createObjectURL(blob);
  el('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

const picture = (page) => svgText(page.canvas.scene, page.canvas.look, page.title);

/** Saves the picture as PNG, drawn by the browser from its SVG. */
async function png(page) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture(page))}`;
  await image.decode();
  const scale = Math.min(2, MAX_PIXELS / Math.max(image.width, image.height, 1));
  const canvas = el('canvas', { width: Math.ceil(image.width * scale), height: Math.ceil(image.height * scale) });
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done));
  if (!blob) throw new Error('The picture is too large for this browser; download the SVG.');
  save(blob, 'lineage.png');
}

/** Saves a page of its own with the picture and the table of its nodes, which opens without a server. */
function page(from) {
  const { graph, title } = from;
  const made = document.implementation.createHTMLDocument(shown(title));
  const cell = (text) => el('td', {}, text);
  made.head.append(el('meta', { charset: 'utf-8' }), el('style', {},
    'body{font:14px/1.5 system-ui,sans-serif;margin:2rem}svg{max-width:100%;height:auto}table{border-collapse:collapse}td,th{text-align:left;padding:.2rem .8rem;border-bottom:1px solid #ccc}'));
  const drawn = new DOMParser().parseFromString(picture(from), 'image/svg+xml').documentElement;
  made.body.append(made.importNode(drawn, true),
    el('p', {}, graph.complete ? 'The capture is complete.' : 'The capture is incomplete: origins may be missing.'),
    el('table', {}, el('thead', {}, el('tr', {}, ['Kind', 'Name or command', 'From', 'To'].map((name) => el('th', {}, name)))),
      el('tbody', {}, graph.nodes.map((node) => el('tr', {}, cell(node.kind), cell(fullName(node)), cell(time(node.from)), cell(time(node.to)))))));
  save(new Blob([`<!doctype html>${made.documentElement.outerHTML}`], { type: 'text/html' }), 'lineage.html');
}

async function exported(parameters, format, suffix) {
  const target = parameters.get('target');
  const response = await request('/v1/lineage', {
    target, format, direction: parameters.get('direction'), 'as-of': parameters.get('as-of'), all: parameters.get('all'), depth: parameters.get('depth'),
  });
  save(await response.blob(), `lineage.${suffix}`);
}

/** Creates the menu of a graph's page. */
export function downloads(from) {
  const item = (text, run) => el('button', { type: 'button', onclick: run }, text);
  return el('details', { className: 'menu' }, el('summary', {}, 'Share'),
    el('div', {},
      item('SVG', () => save(new Blob([picture(from)], { type: 'image/svg+xml' }), 'lineage.svg')),
      item('PNG', () => png(from).catch(fail)),
      item('Page (HTML)', () => page(from)),
      item('Print or PDF', () => print()),
      item('Copy link', () => navigator.clipboard.writeText(location.href).then(() => speak('The link is copied.')).catch(fail)),
      EXPORTS.map(([format, text, suffix]) => item(text, () => exported(from.parameters, format, suffix).catch(fail)))));
}
