// SPDX-License-Identifier: Apache-2.0
// The page of a run: how it ended, and the files that it created, changed, moved, removed and read.

import { get } from '/ui/api.js';
import { address } from '/ui/main.js';
import { pathOf } from '/ui/controls.js';
import { commandLine, el, count, interval, middle, nameIn, size } from '/ui/text.js';

const MAX_FILES = 500;
const EFFECTS = [['created', 'Created'], ['changed', 'Changed'], ['moved', 'Moved'], ['removed', 'Removed'], ['read', 'Read']];

function group(title, files, directory) {
  if (files.length === 0) return '';
  return el('section', {}, el('h2', {}, `${title} (${count(files.length)})`),
    el('table', { className: 'list files', 'aria-label': title }, el('tbody', {}, files.slice(0, MAX_FILES).map((each) => el('tr', {},
      el('td', {}, el('a', { href: address('graph', { target: each.path }), title: middle(each.path, 400) }, pathOf(nameIn(each.path, directory))),
        each.before ? el('span', { className: 'muted' }, ` from ${middle(each.before, 60)}`) : ''),
      el('td', { className: 'number' }, each.writtenBytes > 0 ? `${size(each.writtenBytes)} written` : ''),
      el('td', { className: 'number' }, each.readBytes > 0 ? `${size(each.readBytes)} read` : ''))))),
    files.length > MAX_FILES ? el('p', {}, `${count(files.length - MAX_FILES)} more; colophon touched has all.`) : '');
}

export async function runPage(view, parameters) {
  const process = parameters.get('process') ?? '';
  const all = parameters.get('all') === 'true';
  const [{ node }, touched] = await Promise.all([get('/v1/show', { target: process }), get('/v1/touched', { target: process, all })]);
  const known = new Set(EFFECTS.map(([effect]) => effect));
  const command = node.arguments?.length > 0 ? commandLine(node.arguments) : node.name;
  document.title = `${middle(command, 60)} – Colophon`;
  view.append(el('div', { className: 'page' },
    el('div', { className: 'bar' }, el('h1', { title: middle(command, 400) }, middle(command, 160)),
      el('a', { className: 'button', href: address('graph', { target: process, direction: 'descendants' }) }, 'Graph of the run')),
    el('p', { className: 'facts' },
      el('span', {}, interval(node.startTime, node.endLsn === null ? null : node.endTime)),
      node.exitStatus === null || node.exitStatus === undefined ? '' : el('span', { className: node.exitStatus === 0 ? 'good' : 'bad' }, node.exitStatus === 0 ? 'succeeded' : `failed with status ${node.exitStatus}`),
      node.directory ? el('span', {}, `in ${middle(node.directory, 80)}`) : '',
      el('span', {}, count(touched.run?.processes ?? 1, 'process', 'processes'))),
    touched.complete ? '' : el('p', { className: 'gap band' }, 'The capture of this run is incomplete: files may be missing here.'),
    EFFECTS.map(([effect, title]) => group(title, touched.files.filter((each) => each.effect === effect), node.directory)),
    group('Other', touched.files.filter((each) => !known.has(each.effect)), node.directory),
    touched.files.length === 0 ? el('p', {}, 'The run touched no files of its own.') : '',
    touched.temporary > 0 ? el('p', { className: 'muted' }, `${count(touched.temporary, 'temporary file')} left out.`) : '',
    touched.leftOut > 0 ? el('p', {}, el('a', { href: address('run', { process, all: 'true' }) }, `Show also ${count(touched.leftOut, 'file')} of the system and of tools`)) : ''));
}
