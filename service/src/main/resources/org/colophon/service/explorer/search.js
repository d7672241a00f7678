// SPDX-License-Identifier: Apache-2.0
// The search box with suggestions, and the page with all results.

import { get } from '/ui/api.js';
import { address, fail } from '/ui/main.js';
import { pathOf } from '/ui/controls.js';
import { ago, el, count, middle, parentOf, size, time } from '/ui/text.js';

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
  for (const each of found) {
    const isNamed = !each.command && each.name?.startsWith('/') && !seen.has(each.name) && seen.add(each.name);
    each.target = isNamed ? each.name : each.id; // an address with a name says more, and holds in another store
  }
  return { found, left: byName.left + byCommand.left };
}

/** Returns a command, or a path with its directory in a quiet colour. */
const titleOf = (each) => (each.command ? [middle(each.command, 90)] : pathOf(each.name));

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
    el('li', { id: `suggestion-${i}`, role: 'option', 'aria-selected': 'false', 'data-target': each.target,
      onmousedown: (event) => { event.preventDefault(); go(address('graph', { target: each.target })); } },
      el('span', { className: 'what' }, each.kind ?? each.type), el('span', { className: 'name' }, titleOf(each)), el('span', { className: 'when' }, ago(each.time)));
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
    if (option && !list.hidden) go(address('graph', { target: option.dataset.target }));
    else if (text !== '') go(address('find', { name: text }));
  });
}

/** Fills the page with all results. */
export async function findPage(view, parameters) {
  const name = parameters.get('name') ?? '';
  const heading = el('h1', {}, 'Found for ', el('code', {}, middle(name, 120)));
  view.append(heading);
  const answer = await find(name, 200);
  if (answer.found.length === 0) {
    view.append(el('p', {}, 'Nothing has such a name. Parts of names, * and ? work.'));
    return;
  }
  const groups = new Map();
  for (const each of answer.found) {
    const place = each.command ? 'Commands' : each.name?.startsWith('/') ? parentOf(each.name)[0] : 'Others';
    groups.set(place, [...(groups.get(place) ?? []), each]);
  }
  view.append(el('div', { className: 'page' }, heading,
    [...groups].map(([place, found]) => el('section', {}, el('h2', {}, middle(place, 100)),
      el('table', { className: 'list files', 'aria-label': middle(place, 100) }, el('tbody', {}, found.map((each) => row(each, place)))))),
    answer.left > 0 ? el('p', {}, `${count(answer.left)} more; search for a longer part of the name.`) : ''));
}

/** Returns the row of a result. Names that occur again differ by the time of their last access. */
function row(each, place) {
  const text = each.command ?? each.name;
  return el('tr', {},
    el('td', { className: 'kind' }, each.kind ?? each.type),
    el('td', {}, el('a', { href: address('graph', { target: each.target }), title: middle(text, 400) }, middle(text.startsWith(place) ? text.slice(place.length) : text, 120)),
      each.user ? el('span', { className: 'muted' }, ` ${each.user}`) : ''),
    el('td', { className: 'side wide' }, time(each.time)),
    el('td', { className: 'number wide' }, count(each.count, 'access', 'accesses')),
    el('td', { className: 'number' }, each.bytes > 0 ? size(each.bytes) : ''));
}
