// The bars that every change has to keep, by area and by the figure that its benchmark returns:
// "WHAT / PEER", or "WHAT" if nothing is beside it. `npm run bench` measures and judges them.
//
// A ratio is the median of ours divided by the peer's, round by round in one run, so it hardly
// depends on the machine. Limits of figures alone are for two cores of a common virtual machine.

/** A limit of one figure. */
export interface Bar {
  /** "ratio" judges ours divided by the peer's, "ours" our figure alone. */
  readonly of: 'ratio' | 'ours';
  readonly rule: 'at most' | 'at least';
  readonly limit: number;
  /**
   * The share by which a ratio may be worse than that of the least possible program, even beyond the
   * limit; absent if the limit always counts.
   */
  readonly aboveFloor?: number;
}

const atMost = (limit: number): Bar => ({ of: 'ours', rule: 'at most', limit });
const ratioAtMost = (limit: number): Bar => ({ of: 'ratio', rule: 'at most', limit });
const ratioAtLeast = (limit: number): Bar => ({ of: 'ratio', rule: 'at least', limit });
const orNearFloor = (bar: Bar): Bar => ({ ...bar, aboveFloor: 0.25 });

/** A call with the most stored tasks may take this many times as long as with a thousand. */
const GROWTH = ratioAtMost(3);

/** A last turn may take this many times as long as the first. */
const TURNS = ratioAtMost(1.3);

export const BARS: Readonly<Record<string, Readonly<Record<string, Bar>>>> = {
  call: {
    'processor of a raw call / stock': ratioAtMost(0.45),
    'processor of a raw call / bare-express': orNearFloor(ratioAtMost(1.6)),
    'rate of a raw call / stock': ratioAtLeast(2.2),
    'rate of a raw call / bare-express': orNearFloor(ratioAtLeast(0.62)),
  },
  // The demo with all of its doors, on a file, against the SDK's handler, which forgets everything.
  // One row of SQLite a call, without any framework, misses three of these four limits.
  durable: {
    'rate of a raw call / stock-memory': orNearFloor(ratioAtLeast(1.25)),
    'rate of a call with fetch / stock-memory': orNearFloor(ratioAtLeast(1)),
    'p99 of a raw call / stock-memory': orNearFloor(ratioAtMost(1)),
    'p99 of a call with fetch / stock-memory': orNearFloor(ratioAtMost(1)),
  },
  guarded: {
    'rate of a raw call / all off': ratioAtLeast(0.85),
    'rate of a raw call / stock': ratioAtLeast(1),
    'rate of a call with fetch / all off': ratioAtLeast(0.85),
    'rate of a call with fetch / stock': ratioAtLeast(1),
  },
  readers: {
    'p50 of an event, in memory / stock-memory': ratioAtMost(1),
    'p99 of an event, in memory / stock-memory': ratioAtMost(1),
    'memory per reader, in memory / stock-memory': atMost(0.09),
    'p50 of an event, on SQLite / stock-sqlite': ratioAtMost(1),
    'p99 of an event, on SQLite / stock-sqlite': ratioAtMost(1),
    'memory per reader, on SQLite / stock-sqlite': atMost(0.09),
  },
  overload: {
    'p99 of a waiting call, in memory / p50': ratioAtMost(2.5),
    'p99 of a waiting call, on SQLite / p50': ratioAtMost(2.5),
  },
  shedding: { 'calls done under too many / the most': ratioAtLeast(0.8) },
  engine: { 'tasks with three events, 16 at a time / SDK store': ratioAtLeast(1) },
  appends: {
    'bytes written per byte of an artifact, awaited': atMost(2),
    'bytes written per byte of an artifact, not awaited': atMost(2),
    'time of an artifact in chunks / stock-sqlite': ratioAtMost(0.2),
  },
  growth: {
    'create, run, answer / 1,000 tasks': GROWTH,
    'list a caller, first page / 1,000 tasks': GROWTH,
    'list a caller, ninth page / 1,000 tasks': GROWTH,
    'list a caller by a usual state / 1,000 tasks': GROWTH,
    'list a caller by a rare state / 1,000 tasks': GROWTH,
    'list all for operators / 1,000 tasks': GROWTH,
    'claim 8 tasks, give them back / 1,000 tasks': GROWTH,
    'sweep by number, nothing to do / 1,000 tasks': GROWTH,
    'sweep by number, one task / 1,000 tasks': GROWTH,
    'open the engine, count, claim nothing / 1,000 tasks': GROWTH,
  },
  conversation: {
    'last turn, formwork-sqlite, text / first turn': TURNS,
    'last turn, formwork-sqlite, form / first turn': TURNS,
    'last turn, formwork-memory, text / first turn': TURNS,
    'last turn, formwork-memory, form / first turn': TURNS,
  },
  client: { 'call with the typed client / SDK': ratioAtMost(1.1) },
  bridge: {
    'call over stdio / direct': orNearFloor(ratioAtMost(1.5)),
    'call over HTTP / direct': orNearFloor(ratioAtMost(2)),
  },
  start: {
    'start until the first answer / express': atMost(0.35),
    // On SQLite it has 80 MB at rest; express alone has 70, and Node 52.
    'memory of the smallest agent at rest / express': atMost(75),
    'processor of formwork --version / node': atMost(0.1),
  },
  install: {
    // Express, ajv and the SDK alone are 75 with what they need, and our own packages are seven.
    'packages of a new project': atMost(96),
    'files of a new project': atMost(30),
  },
  validator: {
    'make a validator, small / ajv': ratioAtMost(0.2),
    'make a validator, card / ajv': ratioAtMost(0.2),
    'check a value, small / ajv': ratioAtMost(8),
    'check a value, card / ajv': ratioAtMost(8),
    'check a value, large / ajv': ratioAtMost(8),
  },
  patterns: { 'longest block by a pattern': atMost(100) },
  'form validator': { 'check a form of 200 fields after a key': atMost(1) },
  'generated types': { 'generate types of vega-lite': atMost(5) },
  inference: { 'added by 20 large skill(s)': atMost(1) },
  forms: {
    'JavaScript before a form': atMost(86),
    'JavaScript until a form can be filled': atMost(160),
    'style sheets': atMost(10),
    'a key until the next frame, 95th of 100': atMost(50),
    '200 fields are drawn': atMost(200),
    '200 rows of 6 fields are drawn': atMost(300),
    '20 fields can be filled, slow 4G and processor': atMost(2_000),
    'first form of the demo, slow 4G and processor': atMost(2_000),
  },
  'recursive forms': {
    '5 alternatives that hold themselves are drawn': atMost(200),
    '20 alternatives that hold themselves are drawn': atMost(200),
  },
  'hostile forms': { 'the longest standstill': atMost(300) },
  console: {
    'processor of an open console, in memory': atMost(5),
    'processor of an open console, on SQLite': atMost(5),
  },
  registry: { 'the slowest kind of query, p95': atMost(50) },
  history: {
    'first page on SQLite, the slowest filter, p95': atMost(150),
    'first page on PostgreSQL, the slowest filter, p95': atMost(150),
  },
  postgres: {
    'rate of a raw call / stock': ratioAtLeast(2),
    'task with 400 events / stock': ratioAtMost(0.1),
  },
  cold: { 'npm start with empty stores': atMost(40) },
};
