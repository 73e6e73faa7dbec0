// A second implementation of the wire (docs/WIRE.md) on the official NATS client, with nothing of the product in it.
// It reads one command a line and answers each with one line; README.md tells the commands.
import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
import { connect, headers } from '@nats-io/transport-node';
import { jetstream } from '@nats-io/jetstream';
import { decodeEnvelope, encodeEnvelope, members, object, quote } from './json.mjs';

const ALL = ['connection', 'events', 'tools', 'seats'];
const at = process.argv.indexOf('--claims');
const claims = at < 0 ? ALL : process.argv[at + 1].split(',');
const LIMIT = 10_000; // ms
const utf8 = new TextEncoder();
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const connections = new Map(); // principal → connection

// ------------------------------------------------------------------------------------------------- connection

/** TLS with exactly the pinned certificate, the inbox of the principal, first connect fails fast. */
async function open({ by, url, ca, pin, password }) {
  let shown = null;
  const tls = {
    ca: readFileSync(ca, 'utf8'),
    checkServerIdentity: (host, certificate) => {
      shown = certificate.fingerprint256.replaceAll(':', '').toLowerCase();
      return shown === pin ? undefined : new Error('pin');
    },
  };
  try {
    const nc = await connect({
      servers: url.replace(/^tls:\/\//, ''), user: by, pass: password, tls,
      inboxPrefix: inbox(by), maxReconnectAttempts: -1, waitOnFirstConnect: false, timeout: 5000,
    });
    connections.set(by, nc);
    return {};
  } catch (failure) {
    if (shown !== null && shown !== pin) return { refused: 'BUS_PIN' };
    const auth = failure.name === 'AuthorizationError' || /authorization violation/i.test(failure.message);
    return { refused: auth ? 'BUS_AUTH' : 'BUS_UNREACHABLE', why: failure.message };
  }
}

/** `_INBOX.m.n` for module m on node n. */
const inbox = (principal) => `_INBOX.${principal}`;

function wire(values) {
  const h = headers();
  for (const [name, list] of Object.entries(values)) for (const value of list) h.append(name, value);
  return h;
}

function plain(h) {
  const values = {};
  if (h) for (const name of h.keys()) values[name] = h.values(name);
  return values;
}

async function request({ by, on, headers: h, bytes }) {
  const answer = await connections.get(by).request(on, Buffer.from(bytes, 'base64'), { timeout: LIMIT, headers: wire(h) });
  return { headers: plain(answer.headers), bytes: Buffer.from(answer.data).toString('base64') };
}

/** Stored once the stream has acknowledged it; the same id again is stored once. */
async function store(by, subject, h, body) {
  const js = jetstream(connections.get(by), { apiPrefix: 'streams.API' });
  await js.publish(subject, body, { headers: wire(h), timeout: LIMIT });
  return {};
}

async function publish({ by, on, bytes }) {
  try {
    return await store(by, on, {}, Buffer.from(bytes, 'base64'));
  } catch (failure) {
    if (/permissions violation/i.test(`${failure.message} ${failure.cause?.message}`)) return { refused: 'PERMISSION_VIOLATION' };
    throw failure;
  }
}

/** Text as it is, or what a program that has the value would write. */
const text = (given, member) => (given.dataIsAValue ? JSON.stringify(JSON.parse(given[member])) : given[member]);

// ------------------------------------------------------------------------------------------------- events

function event(given) {
  const { by, event: name, id, traceparent } = given;
  const [owner] = by.split('.');
  const subject = name.startsWith('seat:')
    ? `mesh.seat.${name.slice(5).replace('.', '.event.')}`
    : `mesh.mod.${owner}.event.${name}`;
  const body = encodeEnvelope({ ...given, data: text(given, 'data') });
  return store(by, subject, { 'Nats-Msg-Id': [id], traceparent: [traceparent] }, utf8.encode(body));
}

function relay({ bytes }) {
  const body = encodeEnvelope(decodeEnvelope(strict.decode(Buffer.from(bytes, 'base64'))));
  return { bytes: Buffer.from(body).toString('base64') };
}

/** What the envelope says of itself is what the subject says, else it is no event. */
function hear(message) {
  const [, kind, owner, , name] = message.subject.split('.');
  const heard = decodeEnvelope(strict.decode(message.data));
  const type = kind === 'seat' ? `seat:${owner}.${name}` : `${owner}.${name}`;
  if (heard.type !== type) throw new Error('another type');
  if (kind === 'mod' && heard.source.split('/').at(-1) !== owner) throw new Error('another source');
  report('heard', { event: kind === 'seat' ? type : name, ...heard });
}

// ------------------------------------------------------------------------------------------------- tools

const toolSubject = (tool) => tool.startsWith('seat:')
  ? `mesh.seat.${tool.slice(5).replace('.', '.tool.')}`
  : `mesh.mod.${tool.replace('.', '.tool.')}`;

async function call(given) {
  const { by, tool, deadline = 5000, traceparent } = given;
  const h = { 'Mesh-Caller': [by], 'Mesh-Deadline': [String(deadline)], ...(traceparent && { traceparent: [traceparent] }) };
  try {
    const answer = await connections.get(by).request(toolSubject(tool), utf8.encode(text(given, 'input')), { timeout: deadline, headers: wire(h) });
    return understood(answer);
  } catch (failure) {
    const cause = `${failure.name} ${failure.message} ${failure.cause?.name} ${failure.cause?.message}`;
    const kind = /no responders/i.test(cause) ? 'NO_RESPONDER'
      : /permissions violation/i.test(cause) ? 'REFUSED'
      : /timeout/i.test(cause) ? 'TIMED_OUT' : null;
    if (kind === null) throw failure;
    return { kind, code: kind, message: failure.message, details: '{}' };
  }
}

const KINDS = ['REFUSED', 'INVALID', 'FAILED', 'TIMED_OUT', 'NO_RESPONDER'];

function understood(answer) {
  const header = answer.headers?.get('Mesh-Error');
  if (!header) return { output: strict.decode(answer.data) };
  const failure = { kind: KINDS.includes(header) ? header : 'FAILED', code: header, message: header, details: '{}' };
  try {
    for (const [name, value] of members(strict.decode(answer.data))) {
      if (name === 'code' || name === 'message') failure[name] = JSON.parse(value);
      if (name === 'details') failure.details = value;
    }
  } catch { /* a body that cannot be read leaves what the header says */ }
  return failure;
}

function serve(by, tool) {
  const group = tool.split('.').at(-1);
  connections.get(by).subscribe(toolSubject(tool), {
    queue: group,
    callback: (failed, message) => {
      // An answer goes into an inbox and nowhere else, whatever the caller asks for.
      if (!failed && message.reply?.startsWith('_INBOX.')) respond(message, answer(tool, message));
    },
  });
}

function respond(message, { output, kind, code, message: words, details }) {
  if (kind === undefined) return message.respond(utf8.encode(output));
  const body = `{"code":${quote(code)},"message":${quote(words)},"details":${details}}`;
  return message.respond(utf8.encode(body), { headers: wire({ 'Mesh-Error': [kind] }) });
}

function answer(tool, message) {
  const said = message.headers?.get('Mesh-Deadline') ?? '';
  const deadline = /^-?\d{1,12}$/.test(said) ? Number(said) : undefined;
  if (deadline <= 0) return { kind: 'TIMED_OUT', code: 'TIMED_OUT', message: 'its time was over before it could start', details: '{}' };
  let input;
  try {
    input = strict.decode(message.data);
    JSON.parse(input);
  } catch {
    return { kind: 'INVALID', code: 'INVALID', message: 'the input is not JSON', details: '{"pointer":""}' };
  }
  const caller = message.headers?.get('Mesh-Caller') || undefined;
  const traceparent = message.headers?.get('traceparent') || undefined;
  report('called', { tool, input, caller, deadline, traceparent });
  const order = orders.answer.shift() ?? { output: '{}' };
  return { ...order, output: order.output === undefined ? undefined : text(order, 'output') };
}

// ------------------------------------------------------------------------------------------------- seats

function work(given) {
  const { by, work: name, id, traceparent } = given;
  const body = `{"v":1,"id":${quote(id)},"submitter":${quote(by)},"input":${text(given, 'input')}}`;
  return store(by, `mesh.seat.${name.replace('.', '.accept.')}`, { 'Nats-Msg-Id': [id], traceparent: [traceparent] }, utf8.encode(body));
}

/** One piece at a time; the outcome is stored before the work is acknowledged. */
async function take(by, message) {
  const [, , seat, , verb] = message.subject.split('.');
  const said = Object.fromEntries(members(strict.decode(message.data)));
  const [id, submitter] = [said.id, said.submitter].map((value) => JSON.parse(value));
  if (typeof id !== 'string' || typeof submitter !== 'string' || said.v !== '1') throw new Error('a member is missing');
  const traceparent = message.headers?.get('traceparent') || undefined;
  report('worked', { work: `${seat}.${verb}`, id, submitter, input: object(said.input), traceparent });
  const order = orders.outcome.shift();
  if (order) {
    const name = `seat:${seat}.${order.event}`;
    const [module, node] = by.split('.');
    await event({ ...order, by, event: name, source: `mesh://bed/${node}/${module}`, type: name, subject: id, datacontenttype: 'application/json' });
  }
}

// ------------------------------------------------------------------------------------------------- deliveries

/** Draws from a durable that is there already: nobody here may create one, or ask about one. */
async function draw(by, stream, durable, handle) {
  const js = jetstream(connections.get(by), { apiPrefix: 'streams.API' });
  const consumer = js.consumers.getConsumerFromInfo({ stream_name: stream, name: durable, config: {} });
  for await (const message of await consumer.consume({ max_messages: 1, expires: 30_000 })) {
    try {
      await handle(message);
      message.ack();
    } catch (failure) {
      message.term(`BAD_PAYLOAD ${failure.message}`); // no attempt can mend it
    }
  }
}

async function listen({ by }) {
  const [module] = by.split('.');
  const drawing = [];
  if (claims.includes('events')) drawing.push(draw(by, 'EVENTS', module, hear));
  if (claims.includes('tools')) ['hearer.echo', 'hearer.echo_2-x'].forEach((tool) => serve(by, tool));
  if (claims.includes('seats')) {
    serve(by, 'seat:desk.ask');
    drawing.push(draw(by, 'SEAT_desk', 'holders', (message) => take(by, message)));
  }
  drawing.forEach((each) => each.catch((failure) => console.error(failure)));
  await connections.get(by).flush();
  return {};
}

// ------------------------------------------------------------------------------------------------- the runner's commands

const reports = { heard: [], called: [], worked: [] };
const waiting = { heard: [], called: [], worked: [] };
const orders = { answer: [], outcome: [] };

function report(kind, what) {
  const waiter = waiting[kind].shift();
  if (waiter) waiter(what);
  else reports[kind].push(what);
}

function next(kind) {
  if (reports[kind].length) return reports[kind].shift();
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      waiting[kind].splice(waiting[kind].indexOf(give), 1);
      resolve({ nothing: true });
    }, LIMIT);
    const give = (what) => { clearTimeout(timer); resolve(what); };
    waiting[kind].push(give);
  });
}

function order(kind, given) {
  orders[kind].push(given);
  return {};
}

const commands = {
  connect: open, request, publish, event, relay, listen, call, work,
  answer: (given) => order('answer', given), outcome: (given) => order('outcome', given),
  heard: () => next('heard'), called: () => next('called'), worked: () => next('worked'),
};

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  let said;
  try {
    said = await commands[command.do](command);
  } catch (failure) {
    said = { broken: failure.stack };
  }
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
for (const nc of connections.values()) await nc.close();
