import { defineAgent, defineSkill, PublicError, type Agent } from '@formwork/core';
import { Barriers } from '../support/barriers.ts';

const pair = {
  type: 'object',
  properties: {
    a: { type: 'string', minLength: 1, description: 'The first contestant' },
    b: { type: 'string', minLength: 1 },
    style: { type: 'string', enum: ['fair', 'wild'] },
  },
  required: ['a', 'b'],
  additionalProperties: false,
} as const;
const verdict = {
  type: 'object',
  properties: { winner: { type: 'string' }, score: { type: 'number' } },
  required: ['winner'],
} as const;
const any = { type: 'object' } as const;
const names = {
  type: 'object',
  properties: { names: { type: 'array', items: { type: 'string' } } },
  required: ['names'],
  additionalProperties: false,
} as const;
/** A schema with alternatives, which MCP hosts do not accept at the root of a tool's input. */
const shape = {
  type: 'object',
  oneOf: [
    {
      properties: { radius: { type: 'number' } },
      required: ['radius'],
      additionalProperties: false,
    },
    { properties: { side: { type: 'number' } }, required: ['side'], additionalProperties: false },
  ],
} as const;

/** A nested schema of an address, with a choice and an optional field. */
const delivery = {
  type: 'object',
  properties: {
    to: {
      type: 'object',
      properties: {
        street: { type: 'string', minLength: 1 },
        zip: { type: 'string', pattern: '^\\d{5}$' },
      },
      required: ['street', 'zip'],
      additionalProperties: false,
    },
    speed: { enum: ['slow', 'fast'] },
    copies: { type: 'integer', minimum: 1 },
  },
  required: ['to', 'speed'],
  additionalProperties: false,
} as const;

/** What a test shares with the fixture agent's handlers. */
export interface FixtureLog {
  /** The tasks of the handlers that were stopped. */
  readonly stopped: string[];
  /** What `work` waits for at each step: `NAME/STEP`, where its input has the name. */
  readonly steps: Barriers;
}

/** Makes an empty log, with all barriers down. */
export function createFixtureLog(): FixtureLog {
  return { stopped: [], steps: new Barriers() };
}

/** Makes an agent whose skills return every kind of result that MCP tools can. */
export function createFixtureAgent(log: FixtureLog = createFixtureLog()): Agent {
  const base = { name: '', description: 'For tests.', tags: ['test'] };
  const compare = defineSkill({
    ...base,
    id: 'compare',
    name: 'Compare',
    description: 'Compares two names and says which is longer.',
    input: { pair },
    output: { verdict },
    examples: [{ a: 'Lion', b: 'Ox' }],
    run: ({ input }) => ({ winner: input.a.length >= input.b.length ? input.a : input.b }),
  });
  const area = defineSkill({
    ...base,
    id: 'area',
    name: 'Area',
    input: { shape },
    run: ({ input }) => `about ${JSON.stringify(input)}`,
  });
  const several = defineSkill({
    ...base,
    id: 'several',
    name: 'Several',
    input: { pair, names },
    output: { verdict, names },
    run: ({ input }) =>
      input.schema === 'pair'
        ? { schema: 'verdict' as const, data: { winner: input.data.a } }
        : { schema: 'names' as const, data: { names: [...input.data.names] } },
  });
  const order = defineSkill({
    ...base,
    id: 'order',
    name: 'Order',
    input: { any },
    async run({ task }) {
      const {
        to,
        speed,
        copies = 1,
      } = await task.ask('Where to?', { name: 'delivery', schema: delivery });
      return `${copies} to ${to.street}, ${to.zip}, ${speed}`;
    },
  });
  const greet = defineSkill({
    ...base,
    id: 'greet',
    name: 'Greet',
    input: { any },
    run: async ({ task }) => `Hello, ${await task.ask('What is your name?')}!`,
  });
  const login = defineSkill({
    ...base,
    id: 'login',
    name: 'Log in',
    input: { any },
    run: async ({ task }) => {
      await task.ask('Please sign in.', {
        schema: { type: 'object', properties: { userPassword: { type: 'string' } } },
      });
      return 'in';
    },
  });
  const consent = defineSkill({
    ...base,
    id: 'consent',
    name: 'Consent',
    input: { any },
    run: async ({ task }) => {
      await task.authorize('Let me in.', { url: 'https://login.example.com/go' });
      return 'thanks';
    },
  });
  const work = defineSkill({
    ...base,
    id: 'work',
    name: 'Work',
    input: {
      job: {
        type: 'object',
        properties: { name: { type: 'string' }, steps: { type: 'integer' } },
        required: ['name'],
      },
    },
    async run({ input: { name, steps = 2 }, task }) {
      for (let step = 1; step <= steps; step += 1) {
        await task.progress(`step ${step}`, step / steps);
        try {
          await log.steps.pass(`${name}/${step}`, task.signal);
        } catch {
          log.stopped.push(task.id);
          return 'stopped';
        }
      }
      return 'worked';
    },
  });
  const fail = defineSkill({
    ...base,
    id: 'fail',
    name: 'Fail',
    input: { any },
    run: (): string => {
      throw new PublicError('The well is dry.');
    },
  });
  const talk = defineSkill({
    ...base,
    id: 'talk',
    name: 'Talk',
    text: ({ text }) => `You said: ${text}`,
  });
  return defineAgent({
    name: 'Fixture',
    version: '1.0.0',
    skills: [compare, area, several, order, greet, login, consent, work, fail, talk],
  });
}
