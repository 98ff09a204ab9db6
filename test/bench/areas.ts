// The areas of the table that `npm run bench` prints: which program measures each, and how much.

/** An area that is measured in a process of its own. */
export interface Area {
  readonly name: string;
  /** The program in this folder, which exports `toFigures`. */
  readonly program: string;
  /** The name of our server in `servers`, if a comparison of commits needs to run only that one. */
  readonly server?: 'formwork' | 'demo';
  /** The variables that the program reads in a full run. */
  readonly full: Readonly<Record<string, string>>;
  /**
   * The variables of a quick run, which only shows that everything works; without it, a quick run
   * leaves the area out.
   */
  readonly quick?: Readonly<Record<string, string>>;
  /** True measures the area only if it is named or `--cold` is given. Default false. */
  readonly isCold?: boolean;
}

/** Two kinds of load: raw requests as fast as they can, and callers written in JavaScript. */
const LOADS = 'with-autocannon,with-fetch';
const FULL = { ROUNDS: '7', SECONDS: '2', LOADS };
const QUICK = { ROUNDS: '1', SECONDS: '1', WARM_UP: '1', WAKE: '0', LOADS };

export const AREAS: readonly Area[] = [
  { name: 'call', program: 'send-message.ts', server: 'formwork', full: FULL, quick: QUICK },
  { name: 'durable', program: 'send-message-durable.ts', server: 'demo', full: FULL, quick: QUICK },
  {
    name: 'guarded',
    program: 'guarded.ts',
    full: { ...FULL, WARM_UP: '4', SECONDS: '1.5' },
    quick: QUICK,
  },
  {
    name: 'readers',
    program: 'subscribers.ts',
    full: { ROUNDS: '7', EVENTS: '10', PAUSE_MS: '300', GATHERING_MS: '3000' },
    quick: { ROUNDS: '1', EVENTS: '3', PAUSE_MS: '300', GATHERING_MS: '3000', SUBSCRIBERS: '300' },
  },
  {
    name: 'overload',
    program: 'overload.ts',
    full: { ROUNDS: '7', SECONDS: '3' },
    quick: { ROUNDS: '1', SECONDS: '1', CALLERS: '100', PLACES: '4' },
  },
  {
    name: 'shedding',
    program: 'shedding.ts',
    full: { ROUNDS: '7', SECONDS: '3' },
    quick: { ROUNDS: '1', SECONDS: '1' },
  },
  {
    name: 'engine',
    program: 'engine.ts',
    full: { ROUNDS: '7', SECONDS: '1' },
    quick: { ROUNDS: '1', SECONDS: '0.2' },
  },
  {
    name: 'appends',
    program: 'streamed-artifact.ts',
    full: { ROUNDS: '7', CHUNKS: '1600' },
    quick: { ROUNDS: '1', CHUNKS: '400' },
  },
  {
    name: 'growth',
    program: 'growth.ts',
    full: { SIZES: '1000,10000,100000,1000000' },
    quick: { SIZES: '1000,10000', BUDGET_MS: '50' },
  },
  {
    name: 'conversation',
    program: 'conversation.ts',
    full: { ROUNDS: '7' },
    quick: { ROUNDS: '1', TURNS: '100' },
  },
  {
    name: 'client',
    program: 'typed-client.ts',
    full: { ROUNDS: '7', CALLS: '600' },
    quick: { ROUNDS: '1', CALLS: '200' },
  },
  {
    name: 'bridge',
    program: 'mcp.ts',
    full: { ROUNDS: '7', CALLS: '200' },
    quick: { ROUNDS: '1', CALLS: '100' },
  },
  { name: 'start', program: 'cold-start.ts', full: { ROUNDS: '7' }, quick: { ROUNDS: '1' } },
  { name: 'install', program: 'install-size.ts', full: {} },
  { name: 'validator', program: 'validate.ts', full: {}, quick: { ROUNDS: '1' } },
  { name: 'patterns', program: 'patterns.ts', full: {}, quick: { LENGTHS: '1000' } },
  { name: 'form validator', program: 'form-validator.ts', full: {}, quick: {} },
  {
    name: 'generated types',
    program: 'generate-types.ts',
    full: { ROUNDS: '7' },
    quick: { ROUNDS: '1' },
  },
  { name: 'inference', program: 'type-check.ts', full: { ROUNDS: '7' }, quick: { ROUNDS: '1' } },
  {
    name: 'forms',
    program: 'form-app.ts',
    full: { ROUNDS: '7', REPEATS: '9' },
    quick: { ROUNDS: '1', REPEATS: '1' },
  },
  { name: 'results', program: 'results.ts', full: { ROUNDS: '7' }, quick: { ROUNDS: '1' } },
  {
    name: 'recursive forms',
    program: 'recursive-forms.ts',
    full: { ROUNDS: '7' },
    quick: { ROUNDS: '1' },
  },
  {
    name: 'hostile forms',
    program: 'hostile-forms.ts',
    full: { FORMS: '320' },
    quick: { FORMS: '16' },
  },
  {
    name: 'console',
    program: 'console.ts',
    full: { ROUNDS: '3' },
    quick: { ROUNDS: '1', SECONDS: '4' },
  },
  { name: 'registry', program: 'registry.ts', full: {}, quick: { AGENTS: '500' } },
  {
    name: 'history',
    program: 'history.ts',
    full: {},
    quick: { TASKS: '500', QUERIES: '10' },
  },
  {
    name: 'postgres',
    program: 'postgres.ts',
    full: { ...FULL, LOADS: 'with-autocannon' },
    quick: { ...QUICK, LOADS: 'with-autocannon' },
  },
  { name: 'cold', program: 'npm-start.ts', full: {}, isCold: true },
];
