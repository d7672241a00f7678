// SPDX-License-Identifier: Apache-2.0
// The search box with suggestions, and the page with all results.

import { get } from '/ui/api.js';
import { address, fail } from '/ui/main.js';
import { el, head, middle, count, size, time } from '/ui/text.js';

const PAUSE_MILLIS = 120;
const SUGGESTIONS = 12;

/**
 * Returns the pattern for a text: a glob is unchanged, a path becomes a prefix, and any other text
 * a part of a name.
 */
function wanted(text) {
  if (/[*?]/.test(text)) return text;
  if (text.startsWith('/')) return `${text}*`;
  return text.includes('/') ? `**/*${text}*` : `*${text}*`;
}

function words(text) {
  return text.trim().split(/\s+/).map((word) => (/[*?]/.test(word) ? word : `*${word}*`)).join(' ');
}

async function find(text, limit, signal) {
  const names = get('/v1/find', { name: wanted(text), limit }, signal);
  const commands = get('/v1/find', { type: 'process', command: words(text), limit }, signal);
  const [byName, byCommand] = await Promise.all([names, commands]);
  const seen = new Set();
  const found = [...byName.found, ...byCommand.found].filter((each) => !seen.has(each.id) && seen.add(each.id));
  return { found, left: byName.left + byCommand.left };
}

export function bindSearch() {
  const form = document.getElementById('search');
  const box = document.getElementById('query');
  const list = document.getElementById('suggestions');
  let timer = 0;
  let running = null;
  let chosen = -1;

  const close = () => {
    clearTimeout(timer);
    running?.abort();
    list.hidden = true;
    list.ariaBusy = 'false';
    chosen = -1;
    box.setAttribute('aria-expanded', 'false');
    box.removeAttribute('aria-activedescendant');
  };
  const go = (where) => {
    close();
    box.blur();
    location.hash = where;
  };
  const option = (each, i) =>
    el('li', { id: `suggestion-${i}`, role: 'option', 'aria-selected': 'false', 'data-id': each.id,
      onmousedown: (event) => { event.preventDefault(); go(address('graph', { target: each.id })); } },
      el('b', {}, each.kind ?? each.type), ' ', middle(each.command ?? each.name, 90));
  const suggest = async () => {
    running?.abort();
    running = new AbortController();
    const text = box.value.trim();
    if (text === '') return close();
    try {
      const answer = await find(text, SUGGESTIONS, running.signal);
      list.replaceChildren(...answer.found.slice(0, SUGGESTIONS).map(option));
      list.hidden = answer.found.length === 0;
      box.setAttribute('aria-expanded', String(!list.hidden));
      list.ariaBusy = 'false';
      chosen = -1;
    } catch (error) {
      fail(error);
    }
  };
  const choose = (step) => {
    const options = [...list.children];
    if (list.hidden || options.length === 0) return;
    chosen = (chosen + step + options.length) % options.length;
    options.forEach((each, i) => each.setAttribute('aria-selected', String(i === chosen)));
    box.setAttribute('aria-activedescendant', options[chosen].id);
  };

  box.addEventListener('input', () => {
    clearTimeout(timer);
    list.ariaBusy = 'true';
    timer = setTimeout(suggest, PAUSE_MILLIS);
  });
  box.addEventListener('blur', close);
  box.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(1);
    else if (event.key === 'ArrowUp') choose(-1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(timer);
    const option = list.children[chosen];
    const text = box.value.trim();
    if (option && !list.hidden) go(address('graph', { target: option.dataset.id }));
    else if (text !== '') go(address('find', { name: text }));
  });
}

/** Fills the page with all results. */
export async function findPage(view, parameters) {
  const name = parameters.get('name') ?? '';
  const heading = el('h1', {}, 'Found for ', el('code', {}, middle(name, 120)));
  view.append(heading);
  const answer = await find(name, 200);
  const rows = answer.found.map((each) =>
    el('tr', {},
      el('td', {}, each.kind ?? each.type),
      el('td', {}, el('a', { href: address('graph', { target: each.id }) }, middle(each.command ?? each.name, 120))),
      el('td', {}, each.user ?? ''),
      el('td', {}, time(each.time)),
      el('td', { className: 'number' }, count(each.count)),
      el('td', { className: 'number' }, size(each.bytes ?? 0))));
  if (rows.length === 0) {
    view.append(el('p', {}, 'Nothing has such a name. Parts of names, * and ? work.'));
    return;
  }
  view.append(
    el('table', { className: 'list' },
      head(['Kind', 'Name or command', 'User', 'Last time', 'Accesses', 'Bytes'], ['Accesses', 'Bytes']), el('tbody', {}, rows)),
    answer.left > 0 ? el('p', {}, `${count(answer.left)} more; search for a longer part of the name.`) : '');
}
