// JSON without losing anything: members stay the text they came as, so that 1.10 is still 1.10 when it goes on.

const WORDS = ['specversion', 'id', 'source', 'type', 'subject', 'time', 'datacontenttype', 'dataschema', 'traceparent'];
const REQUIRED = ['specversion', 'id', 'source', 'type', 'time'];
const DEPTH_MAX = 64;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** The one form of a string: UTF-8 but for quotation mark, backslash and U+0000 to U+001F. */
export const quote = (string) => JSON.stringify(string);

const pairs = (list) => `{${list.map(([name, value]) => `${quote(name)}:${value}`).join(',')}}`;

/** Where a value ends; the text has been found to be JSON before. */
function end(text, from) {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (c === '"') for (i++; text[i] !== '"'; i++) if (text[i] === '\\') i++;
    if (c === '{' || c === '[') depth++;
    if (depth > DEPTH_MAX) throw new Error('too deep');
    if (c === '}' || c === ']') depth--;
    if (depth < 0 || (depth === 0 && c === ',')) return i;
  }
  return text.length;
}

/** [name, text of the value] of an object, in their order; a name twice is refused. */
export function members(text) {
  const value = JSON.parse(text);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Error('a JSON object is expected');
  const list = [];
  for (let i = text.indexOf('{') + 1; ;) {
    const start = text.indexOf('"', i);
    if (start < 0 || start >= text.length || text.slice(i, start).includes('}')) break;
    let stop = start + 1;
    for (; text[stop] !== '"'; stop++) if (text[stop] === '\\') stop++;
    const from = text.indexOf(':', stop) + 1;
    const to = end(text, from);
    list.push([JSON.parse(text.slice(start, stop + 1)), text.slice(from, to).trim()]);
    i = to + 1;
  }
  if (new Set(list.map(([name]) => name)).size < list.length) throw new Error('a member twice');
  return list;
}

/** An object without spaces between its tokens; numbers stay as they are. */
export function object(text) {
  members(text);
  return text.replace(/("(?:\\.|[^"\\])*")|\s+/g, (all, string) => string ?? '');
}

/** Members in the one order, no spaces between them; what is not known here stays before the data. */
export function encodeEnvelope({ extensions = [], data, ...known }) {
  const words = { specversion: '1.0', ...known };
  const list = WORDS.filter((word) => words[word] !== undefined).map((word) => [word, quote(words[word])]);
  return pairs([...list, ...extensions, ...(data === undefined ? [] : [['data', data]])]);
}

export function decodeEnvelope(text) {
  const known = { datacontenttype: 'application/json' };
  const extensions = [];
  for (const [name, value] of members(text)) {
    if (name === 'data') known.data = value;
    else if (!WORDS.includes(name)) extensions.push([name, value]);
    else if (!value.startsWith('"')) throw new Error(`${name} is no string`);
    else known[name] = JSON.parse(value);
  }
  if (REQUIRED.some((word) => !known[word]) || known.specversion !== '1.0') throw new Error('no CloudEvent 1.0');
  if (!TIME.test(known.time)) throw new Error('no RFC 3339 time');
  known.time = new Date(known.time).toISOString(); // to the millisecond
  delete known.specversion;
  return extensions.length ? { ...known, extensions } : known;
}
