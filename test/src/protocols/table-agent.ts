import { defineAgent, defineSkill, PublicError } from '@formwork/core';
import { createBearerAuthentication } from '@formwork/server';

const pair = {
  type: 'object',
  properties: {
    a: { type: 'string', minLength: 1 },
    b: { type: 'string' },
    rounds: { type: 'integer', minimum: 1, maximum: 12 },
    style: { enum: ['box', 'wrestle'] },
  },
  required: ['a', 'b'],
  additionalProperties: false,
} as const;
const winner = {
  type: 'object',
  properties: { winner: { type: 'string' } },
  required: ['winner'],
} as const;
const anything = { type: 'object' } as const;
const key = { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] } as const;
const empty = { type: 'object' } as const;
const colour = {
  type: 'object',
  properties: { colour: { enum: ['red', 'blue'] } },
  required: ['colour'],
} as const;

const PRINCIPALS = new Map([
  ['ada-token', { id: 'ada' }],
  ['bob-token', { id: 'bob' }],
]);

/** The options of a server that knows Ada and Bob, and nobody else. */
export const GUARD = {
  authenticate: createBearerAuthentication({ verify: (token) => PRINCIPALS.get(token) }),
  requireAuthentication: true,
} as const;

/**
 * An agent with one skill for each possible outcome of a call, and a count of its aborted handlers.
 */
export interface TableAgent {
  readonly agent: ReturnType<typeof defineAgent>;
  /** Lets the tasks of the skill `slow` end. */
  release(): void;
  /** Returns the number of handlers whose callers canceled them. */
  readonly aborted: () => number;
}

export function createTableAgent(): TableAgent {
  const runs = new Map<string, Set<string>>();
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let aborted = 0;

  const fight = defineSkill({
    id: 'fight',
    name: 'Fight',
    description: 'Says who wins.',
    tags: [],
    input: { pair },
    output: { winner },
    run: ({ input }) => ({ winner: input.b }),
  });
  const echo = defineSkill({
    id: 'echo',
    name: 'Echo',
    description: 'Gives back what it gets.',
    tags: [],
    input: { anything },
    output: { anything },
    run: ({ input }) => input,
  });
  const mirror = defineSkill({
    id: 'mirror',
    name: 'Mirror',
    description: 'Takes the same schema as another skill.',
    tags: [],
    input: { anything },
    output: { anything },
    run: ({ input }) => ({ mirrored: input }),
  });
  const count = defineSkill({
    id: 'count',
    name: 'Count',
    description: 'Says for how many tasks it ran for a key.',
    tags: [],
    input: { key },
    output: { anything },
    // A handler may begin while its task is being stored, and then that of a message that came twice
    // at the same moment is dropped; a step waits until the task is stored.
    run: ({ input, task }) =>
      task.step('count', () => {
        const tasks = runs.get(input.key) ?? new Set();
        runs.set(input.key, tasks.add(task.id));
        return { runs: tasks.size };
      }),
  });
  const steps = defineSkill({
    id: 'steps',
    name: 'Steps',
    description: 'Says what it does.',
    tags: [],
    input: { steps: empty },
    output: { anything },
    async run({ task }) {
      for (const step of ['one', 'two', 'three']) await task.progress(`step ${step}`);
      return { done: true };
    },
  });
  const slow = defineSkill({
    id: 'slow',
    name: 'Slow',
    description: 'Waits until it is let go, or told to stop.',
    tags: [],
    input: { slow: empty },
    output: { anything },
    async run({ task }) {
      const stopped = new Promise<void>((resolve) => {
        task.signal.addEventListener('abort', () => {
          if (task.signal.reason?.end === 'canceled') aborted += 1;
          resolve();
        });
      });
      await Promise.race([released, stopped]);
      return { done: true };
    },
  });
  const paint = defineSkill({
    id: 'paint',
    name: 'Paint',
    description: 'Asks for a colour.',
    tags: [],
    input: { paint: empty },
    output: { anything },
    run: async ({ task }) => task.ask('Which colour?', { schema: colour }),
  });
  const fail = defineSkill({
    id: 'fail',
    name: 'Fail',
    description: 'Fails, and says why.',
    tags: [],
    input: { fail: empty },
    output: { anything },
    run: () => {
      throw new PublicError('The ring is closed.');
    },
  });
  const crash = defineSkill({
    id: 'crash',
    name: 'Crash',
    description: 'Fails with something that is for nobody to read.',
    tags: [],
    input: { crash: empty },
    output: { anything },
    run: () => {
      throw new Error('the password is hunter2');
    },
  });
  const chat = defineSkill({
    id: 'chat',
    name: 'Chat',
    description: 'Talks.',
    tags: [],
    text: ({ text }) => `You said ${text}.`,
  });

  const agent = defineAgent({
    name: 'Table',
    version: '1.0.0',
    skills: [fight, echo, mirror, count, steps, slow, paint, fail, crash, chat],
  });
  return { agent, release: () => release(), aborted: () => aborted };
}
