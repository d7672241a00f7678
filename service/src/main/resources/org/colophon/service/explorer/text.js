// SPDX-License-Identifier: Apache-2.0
// Formats names, times and sizes, and creates elements with text.

const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|[\ud800-\udfff]/gu;

/**
 * Escapes control and bidirectional characters, so that a name cannot change the text around it.
 */
export function shown(text) {
  return String(text ?? '').replace(UNSAFE, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
}

/** Shortens a long text in the middle, where paths differ least. */
export function middle(text, max) {
  const whole = shown(text);
  if (whole.length <= max) return whole;
  const head = Math.floor((max - 1) / 3);
  return `${whole.slice(0, head)}…${whole.slice(whole.length - (max - 1 - head))}`;
}

/** Creates an element. Strings become text, never markup. */
export function el(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (name in made && name !== 'list') made[name] = value;
    else made.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    made.append(child instanceof Node ? child : shown(child));
  }
  return made;
}

/** Creates the head of a table. Aligns columns with numbers to the right. */
export function head(columns, numbers) {
  return el('thead', {}, el('tr', {}, columns.map((name) => el('th', { scope: 'col', className: numbers.includes(name) ? 'number' : '' }, name))));
}

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** Returns the time of day of an instant. */
export const clock = (text) => CLOCK.format(Date.parse(text));

/** Returns an instant in local time, or a dash. */
export function time(text) {
  const millis = Date.parse(text);
  return Number.isNaN(millis) ? '–' : TIME.format(millis);
}

/** Returns an interval. If both ends have the same text, returns the text once. */
export function interval(from, to) {
  if (to === null || to === undefined) return time(from);
  return time(from) === time(to) ? time(from) : `${time(from)} – ${time(to)}`;
}

export function size(bytes) {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

export function count(number, noun, nouns = `${noun}s`) {
  const text = Number(number ?? 0).toLocaleString('en');
  return noun === undefined ? text : `${text} ${number === 1 ? noun : nouns}`;
}

export function duration(begin, end) {
  const seconds = (Date.parse(end) - Date.parse(begin)) / 1000;
  if (Number.isNaN(seconds)) return '–';
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
}

/** Returns a command line with the quotes that a shell requires. */
export function commandLine(words) {
  const plain = /^[\w@%+=:,./-]+$/;
  return words.map((w) => (plain.test(w) ? w : `'${w.replaceAll("'", "'\\''")}'`)).join(' ');
}

const AGES = [[60, 'second'], [3600, 'minute'], [86_400, 'hour'], [86_400 * 14, 'day']];
const AGE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Returns how long ago an instant was; a date if that is more than two weeks, or in the future. */
export function ago(text) {
  const seconds = (Date.now() - Date.parse(text)) / 1000;
  if (Number.isNaN(seconds) || seconds < -60) return time(text);
  let unit = 1;
  for (const [limit, word] of AGES) {
    if (seconds < limit) return seconds < 5 ? 'just now' : AGE.format(-Math.round(seconds / unit), word);
    unit = limit === 86_400 * 14 ? unit : limit;
  }
  return time(text);
}

/** Splits a path into its directory, which ends with a slash, and its name. */
export function parentOf(path) {
  const slash = path.lastIndexOf('/') + 1;
  return [path.slice(0, slash), path.slice(slash)];
}

/** Returns a path relative to a directory if it is below it. */
export function nameIn(path, directory) {
  const base = directory ? `${directory.replace(/\/$/, '')}/` : '/';
  return base !== '/' && path.startsWith(base) ? path.slice(base.length) : path;
}
