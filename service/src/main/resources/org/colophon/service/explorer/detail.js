// SPDX-License-Identifier: Apache-2.0
// The panel with the details of a node: identity, names, versions, accesses, and records of
// inspectors.

import { get } from '/ui/api.js';
import { bytes, BYTE_MAP } from '/ui/bytes.js';
import { address, fail } from '/ui/main.js';
import { el, shown, middle, time, interval, size, count, commandLine } from '/ui/text.js';

const MAX_ENTRIES = 100;

function facts(pairs) {
  return el('dl', {}, pairs.filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}

function section(title, entries, make) {
  if (!entries || entries.length === 0) return '';
  const more = entries.length - MAX_ENTRIES;
  return el('section', {},
    el('h3', {}, `${title} (${count(entries.length)})`),
    el('ul', {}, entries.slice(0, MAX_ENTRIES).map((each) => el('li', {}, make(each)))),
    more > 0 ? el('p', {}, `${count(more)} more; colophon show has all.`) : '');
}

function peer(node) {
  const text = node.arguments?.length > 0 ? commandLine(node.arguments) : node.name || node.label || node.key;
  return el('a', { href: address('graph', { target: `${node.type}:${node.id}` }), title: middle(text, 400) }, middle(text, 60));
}

function access(each) {
  const when = each.lastLsn === null ? `from ${time(each.firstTime)}, end not known` : interval(each.firstTime, each.lastTime);
  return [peer(each.peer), el('br'), el('span', { className: 'muted' },
    `${when}, ${count(each.count, 'time')}${each.bytes > 0 ? `, ${size(each.bytes)}` : ''}`)];
}

/** Titles of accesses by mode, of an object and of a process. */
const ACCESSES = {
  write: ['Written by', 'Wrote'], read: ['Read by', 'Read'], code: ['Run or loaded by', 'Ran or loaded'],
  name: ['Named by', 'Named'], touch: ['Opened by', 'Opened'], agent: ['Processes of this user', 'Acted for'],
};

/** Returns a section for each mode of access, writes first. */
function accessSections(accesses, isProcess) {
  const modes = [...new Set([...Object.keys(ACCESSES), ...accesses.map((each) => each.mode)])];
  return modes.map((mode) => section(ACCESSES[mode]?.[isProcess ? 1 : 0] ?? mode, accesses.filter((each) => each.mode === mode), access));
}

function processFacts(node) {
  return facts([
    ['Command', node.arguments?.length > 0 ? el('code', {}, commandLine(node.arguments)) : ''],
    ['Program', node.name],
    ['Directory', node.directory],
    ['User', (node.agents ?? []).map((each) => each.name).join(', ')],
    ['Process', node.pid > 0 ? `${node.key}, pid ${node.pid}` : node.key],
    ['Begin', time(node.startTime)],
    ['End', node.endLsn === null ? 'running or unknown' : time(node.endTime)],
    ['Exit status', node.exitStatus],
  ]);
}

function objectFacts(node) {
  return facts([
    ['Name', node.name],
    ['Former name', node.formerName],
    ['Kind', node.kind],
    ['Object', node.key],
    ['Label', node.label],
    ['Version', node.version],
    ['Version begins', node.start ? time(node.start.time) : undefined],
    ['SHA-256', node.digest?.sha256 ? el('code', {}, node.digest.sha256) : undefined],
  ]);
}

/** Shows the lines of a patch with colours, without its digests, and other text unchanged. */
function lines(text, isPatch) {
  const kind = (line) => (!isPatch ? '' : line.startsWith('@@') ? 'hunk' : line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : '');
  const all = text.split('\n').filter((line) => !isPatch || !line.startsWith('# colophon: '));
  return el('pre', { tabIndex: 0 }, all.slice(0, 500).map((line) => el('span', { className: kind(line) }, shown(line), document.createTextNode('\n'))),
    all.length > 500 ? `… ${count(all.length - 500)} more lines` : '');
}

function record(each) {
  const text = each.text ?? (each.json === undefined ? undefined : JSON.stringify(each.json, null, 1));
  const bytes = Math.floor((each.base64.length * 3) / 4);
  return [el('b', {}, each.type), ` LSN ${each.lsn}, ${size(bytes)}`,
    text === undefined ? el('p', {}, 'Bytes that are no text; colophon inspect --json has them.') : lines(text, each.type.endsWith('/patch'))];
}

/** Shows the recorded variables of a program. */
function environment(records) {
  const variables = records.filter((each) => each.type === 'environment').map((each) => each.json?.variables ?? {});
  return variables.length === 0 ? '' : el('section', {}, el('h3', {}, 'Environment'), facts(Object.entries(Object.assign({}, ...variables))));
}

/** Returns the buttons of a node. The id of an earlier version ends with its last LSN. */
function actions(id, on) {
  const then = /@(\d+)$/.exec(id);
  const button = (text, run) => el('button', { type: 'button', onclick: run }, text);
  return el('p', { className: 'actions' },
    button('Ancestors', () => on.ask({ target: id, direction: '' })),
    button('Descendants', () => on.ask({ target: id, direction: 'descendants' })),
    then ? button('As of this version', () => on.ask({ 'as-of': then[1] })) : '',
    button('Path to …', () => on.pathFrom(id)),
    button('Compare …', () => on.compareFrom(id)));
}

/** Lists the members of a box of alike parts, with a search. A member opens beside the others. */
async function members(place, node, on, signal) {
  const body = el('tbody');
  const more = el('p', { className: 'muted' });
  let turn = 0;
  const search = async (text) => {
    const mine = ++turn;
    const answer = await get('/v1/members', { ...on.asked(), fold: node.id, search: text, limit: MAX_ENTRIES }, signal);
    if (mine !== turn) return;
    body.replaceChildren(...answer.members.map((each) => el('tr', {},
      el('td', {}, el('button', { type: 'button', className: 'link', title: middle(each.title, 400), onclick: () => on.expand(each.id, each.id) }, middle(each.label, 60)), each.incomplete ? el('span', { className: 'gap' }, ' incomplete') : ''),
      el('td', { className: 'when' }, time(each.from)))));
    more.textContent = `${count(answer.members.length)} of ${count(answer.total)}`;
  };
  const box = el('input', { type: 'search', 'aria-label': 'Search the members', placeholder: 'Search the members', oninput: () => search(box.value).catch(fail) });
  place.replaceChildren(box, more, el('table', { className: 'list', 'aria-label': 'Members' }, body));
  await search('');
}

/** Fills the panel. {@code signal} cancels an answer that is no longer needed. */
export async function detail(panel, node, asOf, on, signal) {
  const id = node.id.startsWith('fold:process:') ? node.target ?? node.id.slice(5) : node.id;
  const head = el('header', { className: 'title' }, el('span', { className: 'kind' }, node.copies ? `${count(node.copies)} alike` : node.kind ?? node.type), el('h2', { title: node.tip }, middle(node.label, 80)));
  const gap = node.incomplete ? el('p', { className: 'gap' }, 'The capture is incomplete here: causes may be missing.') : '';
  if (id.startsWith('fold:')) {
    const list = el('div');
    panel.replaceChildren(head, gap, el('p', { className: 'actions' }, el('button', { type: 'button', onclick: () => on.open(node) }, 'Expand'),
      node.collapsible ? el('button', { type: 'button', onclick: () => on.fold(node) }, 'Fold') : ''),
    facts([['Nodes', count(node.count ?? 1)], ['From', time(node.from)], ['To', time(node.to)]]), list);
    if (on.asked && /^(alike|files|rest)$/.test(node.kind)) await members(list, node, on, signal);
    else list.replaceChildren(section('Contains', node.tip.split('\n'), (line) => line));
    panel.dataset.of = node.id;
    return;
  }
  panel.replaceChildren(head, gap, el('p', {}, 'Loading …'));
  const parameters = { target: id, 'as-of': asOf };
  const [shownNode, { records }] = await Promise.all([get('/v1/show', parameters, signal), get('/v1/inspect', parameters, signal)]);
  const about = shownNode.node;
  const isProcess = about.type === 'process';
  const history = el('div');
  const origins = el('div');
  panel.replaceChildren(head, gap, actions(id, on),
    node.expandable ? el('button', { type: 'button', onclick: () => on.open(node) }, 'Expand') : '',
    node.collapsible ? el('button', { type: 'button', onclick: () => on.fold(node) }, 'Fold') : '',
    isProcess ? processFacts(about) : objectFacts(about),
    environment(records), origins,
    section('Gaps', shownNode.gaps, (g) => `${g.cause}, ${count(g.count)}, LSN ${g.lsn}`),
    section('Names', shownNode.names, (n) => [shown(n.path), el('br'), `from ${time(n.fromTime)}${n.toTime === null ? '' : ` until ${time(n.toTime)}`}`]),
    section('Versions cut off', shownNode.cuts, (c) => [time(c.time), ' by ', el('a', { href: address('graph', { target: `process:${c.process}` }) }, `process:${c.process}`),
      `, LSN ${c.beginLsn}`]),
    ...accessSections(shownNode.accesses, isProcess),
    section('Started and other links', shownNode.links, (t) => [`${t.kind} ${t.peerIsCause ? 'by' : 'of'} `, peer(t.peer), ` ${time(t.time)}`]),
    section('Derivations', shownNode.derivations, (t) => [`${t.kind} ${t.peerIsCause ? 'from' : 'to'} `, peer(t.peer), ` ${time(t.time)}`]),
    section('Attached records', records.filter((each) => each.type !== 'environment' && each.type !== BYTE_MAP), record),
    isProcess || !about.name ? '' : el('button', { type: 'button', onclick: () => showHistory(history, about.name, asOf) }, 'History of the name'),
    history);
  if (records.some((each) => each.type === BYTE_MAP)) await bytes(origins, id, asOf, signal);
  panel.dataset.of = node.id;
}

async function showHistory(place, name, asOf) {
  const { events, changes } = await get('/v1/history', { target: name, changes: true, 'as-of': asOf });
  place.replaceChildren(
    section('Events', events.toReversed(), (e) => [`${time(e.time)} ${e.kind} `,
      e.process ? el('a', { href: address('graph', { target: e.process }) }, middle(commandLine(e.arguments ?? []) || e.executable, 60)) : '',
      e.other ? ` ${shown(e.other)}` : '', e.bytes > 0 ? ` ${size(e.bytes)}` : '']),
    section('Changes', changes, record));
}
