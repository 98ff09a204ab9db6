import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller, CallOptions } from './caller.ts';
import { OUTCOMES, toAsked, toCompleted, toFailed } from './outcome.ts';
import type { TableAgent } from './table-agent.ts';

/** The agent under test and the credentials of two users, as a test case gets them. */
interface Stage {
  readonly table: TableAgent;
  /** The call options with the bearer token of the user Ada; `bob` has those of another user. */
  readonly ada: CallOptions;
  readonly bob: CallOptions;
}

/** A behaviour that is the same over all protocols, as a test case. */
export interface TableCase {
  readonly name: string;
  /** True for cases about users, whose server requires authentication. Default false. */
  readonly guarded?: boolean;
  readonly run: (caller: Caller, stage: Stage) => Promise<readonly string[] | string>;
  readonly expected: readonly string[] | string;
}

const PAIR = { a: 'Lion', b: 'Tiger' };
const WON = toCompleted({ winner: 'Tiger' });
const LONG = 'x'.repeat(100_000);
const NESTED = { list: [1, { deep: ['ü', '日本', null, 0.5, true] }], empty: {} };

function invalid(...places: readonly string[]): string {
  return `refused: invalid input at ${places.join(', ')}`;
}

export const TABLE_CASES: readonly TableCase[] = [
  {
    name: 'call: structured input',
    run: (caller) => caller.call({ schema: 'pair', data: PAIR }),
    expected: WON,
  },
  {
    name: 'call: optional members',
    run: (caller) => caller.call({ schema: 'pair', data: { ...PAIR, rounds: 12, style: 'box' } }),
    expected: WON,
  },
  {
    name: 'call: nested data comes back as it was',
    run: (caller) => caller.call({ schema: 'anything', skill: 'echo', data: NESTED }),
    expected: toCompleted(NESTED),
  },
  {
    name: 'call: 100 kB',
    run: async (caller) => {
      const outcome = await caller.call({ schema: 'pair', data: { a: 'Lion', b: LONG } });
      return outcome.replace(LONG, 'all of it');
    },
    expected: toCompleted({ winner: 'all of it' }),
  },
  {
    name: 'call: one schema of two skills, the second chosen',
    run: (caller) => caller.call({ schema: 'anything', skill: 'mirror', data: { x: 1 } }),
    expected: toCompleted({ mirrored: { x: 1 } }),
  },
  {
    name: 'call: text',
    run: (caller) => caller.call({ text: 'hello' }),
    expected: toCompleted('You said hello.'),
  },
  {
    name: 'bad input: a member is missing',
    run: (caller) => caller.call({ schema: 'pair', data: { a: 'Lion' } }),
    expected: invalid('/b'),
  },
  {
    name: 'bad input: another type',
    run: (caller) => caller.call({ schema: 'pair', data: { a: 7, b: 'Tiger' } }),
    expected: invalid('/a'),
  },
  {
    name: 'bad input: a member too many',
    run: (caller) => caller.call({ schema: 'pair', data: { ...PAIR, c: 'Bear' } }),
    expected: invalid('/c'),
  },
  {
    name: 'bad input: out of range, and none of the choices',
    run: (caller) => caller.call({ schema: 'pair', data: { ...PAIR, rounds: 13, style: 'run' } }),
    expected: invalid('/rounds', '/style'),
  },
  {
    name: 'bad input: no object',
    run: (caller) => caller.call({ schema: 'pair', data: [PAIR] }),
    expected: invalid('its root'),
  },
  {
    name: 'unknown schema',
    run: (caller) => caller.call({ schema: 'nothing', data: PAIR }),
    expected: OUTCOMES.unknown,
  },
  {
    name: 'unknown schema: one of a result',
    run: (caller) => caller.call({ schema: 'winner', data: { winner: 'Lion' } }),
    expected: OUTCOMES.unknown,
  },
  {
    name: 'malformed: no JSON',
    run: (caller) => caller.post('{"a":'),
    expected: OUTCOMES.malformed,
  },
  {
    name: 'malformed: JSON, but no object',
    run: async (caller) => [await caller.post('[]'), await caller.post('null')],
    expected: [OUTCOMES.malformed, OUTCOMES.malformed],
  },
  {
    name: 'malformed: a message without what it has to have',
    run: (caller) => caller.sendIncomplete(),
    expected: OUTCOMES.malformed,
  },
  {
    name: 'long task: under way, then done',
    run: async (caller, { table }) => {
      const task = await caller.begin({ schema: 'slow', data: {} });
      const before = await caller.look(task);
      table.release();
      return [before, await settle(() => caller.look(task))];
    },
    expected: [OUTCOMES.working, toCompleted({ done: true })],
  },
  {
    name: 'cancel: the handler is told, and the task stays canceled',
    run: async (caller, { table }) => {
      const task = await caller.begin({ schema: 'slow', data: {} });
      const before = table.aborted();
      const outcome = await caller.cancel(task);
      return [outcome, `${table.aborted() - before} told`, await caller.look(task)];
    },
    expected: [OUTCOMES.canceled, '1 told', OUTCOMES.canceled],
  },
  {
    name: 'cancel: what is done stays done',
    run: async (caller) => {
      const task = await caller.begin({ schema: 'pair', data: PAIR });
      await settle(() => caller.look(task));
      await caller.cancel(task);
      return caller.look(task);
    },
    expected: WON,
  },
  {
    name: 'cancel: no such task',
    run: (caller) => caller.cancel({ id: crypto.randomUUID() }),
    expected: OUTCOMES.missing,
  },
  {
    name: 'stream: progress in order, then the result',
    run: (caller) => caller.follow({ schema: 'steps', data: {} }),
    expected: ['step one', 'step two', 'step three', toCompleted({ done: true })],
  },
  {
    name: 'stream: a result at once',
    run: (caller) => caller.follow({ schema: 'pair', data: PAIR }),
    expected: [WON],
  },
  {
    name: 'stream: bad input',
    run: (caller) => caller.follow({ schema: 'pair', data: { a: 'Lion' } }),
    expected: [invalid('/b')],
  },
  {
    name: 'question: asked, answered',
    run: async (caller) => {
      const task = await caller.begin({ schema: 'paint', data: {} });
      const asked = await settle(() => caller.look(task));
      return [asked, await caller.answer(task, { colour: 'red' })];
    },
    expected: [toAsked('Which colour?'), toCompleted({ colour: 'red' })],
  },
  {
    name: 'question: an answer that does not fit is asked for again',
    run: async (caller) => {
      const task = await caller.begin({ schema: 'paint', data: {} });
      await settle(() => caller.look(task));
      const again = await caller.answer(task, { colour: 'green' });
      return [again, await caller.answer(task, { colour: 'blue' })];
    },
    expected: [toAsked('Which colour?'), toCompleted({ colour: 'blue' })],
  },
  {
    name: 'error: the skill says why it failed',
    run: (caller) => caller.call({ schema: 'fail', data: {} }),
    expected: toFailed('The ring is closed.'),
  },
  {
    name: 'error: what nobody may read is not told',
    run: (caller) => caller.call({ schema: 'crash', data: {} }),
    expected: toFailed('The agent failed to do this task.'),
  },
  {
    name: 'auth: nobody, and a wrong token',
    guarded: true,
    run: async (caller) => [
      await caller.call({ schema: 'pair', data: PAIR }),
      await caller.call({ schema: 'pair', data: PAIR }, { token: 'wrong' }),
    ],
    expected: [OUTCOMES.stranger, OUTCOMES.stranger],
  },
  {
    name: "auth: one's own task, and somebody else's",
    guarded: true,
    run: async (caller, { ada, bob }) => {
      const task = await caller.begin({ schema: 'pair', data: PAIR }, ada);
      const own = await settle(() => caller.look(task, ada));
      return [own, await caller.look(task, bob), await caller.cancel(task, bob)];
    },
    expected: [WON, OUTCOMES.missing, OUTCOMES.missing],
  },
  {
    name: 'replay: a message sent again counts once',
    run: async (caller) => {
      const messageId = crypto.randomUUID();
      const errand = { schema: 'key', data: { key: messageId } };
      const first = await caller.call(errand, { messageId });
      const again = await caller.call(errand, { messageId });
      const twins = { schema: 'key', data: { key: `${messageId}-2` } };
      const id = crypto.randomUUID();
      const both = await Promise.all([
        caller.call(twins, { messageId: id }),
        caller.call(twins, { messageId: id }),
      ]);
      return [first, again, ...both, await caller.call(errand)];
    },
    expected: [1, 1, 1, 1, 2].map((runs) => toCompleted({ runs })),
  },
];

/** Repeats `look` until the task is no longer working, and returns the final outcome. */
async function settle(look: () => Promise<string>): Promise<string> {
  let outcome = await look();
  while (outcome === OUTCOMES.working) {
    await sleep(10);
    outcome = await look();
  }
  return outcome;
}
