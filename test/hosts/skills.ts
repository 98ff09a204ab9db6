// The skills of the agents on which the behaviours are tried.
import { connect } from '@formwork/client';
import { type AnySkill, defineSkill } from '@formwork/core';
import { findGate } from './gates.ts';

const texts = { description: 'Is tried on every host.', tags: [] };
const key = {
  type: 'object',
  properties: { key: { type: 'string' } },
  required: ['key'],
  additionalProperties: false,
} as const;
const value = {
  type: 'object',
  properties: { value: { type: 'number' } },
  required: ['value'],
  additionalProperties: false,
} as const;

const double = defineSkill({
  id: 'double',
  name: 'Double',
  ...texts,
  publish: { form: true },
  input: { number: value },
  output: { doubled: value },
  run: ({ input }) => ({ value: input.value * 2 }),
});

const echo = defineSkill({
  id: 'echo',
  name: 'Echo',
  ...texts,
  input: { said: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } },
  run: ({ input }) => input.text,
});

const greet = defineSkill({
  id: 'greet',
  name: 'Greet',
  ...texts,
  input: { greeting: { type: 'object', additionalProperties: false } },
  run: async ({ task }) => `Hello, ${await task.ask('What is your name?')}`,
});

const admit = defineSkill({
  id: 'admit',
  name: 'Admit',
  ...texts,
  input: { visit: { type: 'object', additionalProperties: false } },
  async run({ task }) {
    const schema = {
      type: 'object',
      properties: { age: { type: 'integer', minimum: 18 } },
      required: ['age'],
    } as const;
    const { age } = await task.ask('How old are you?', { name: 'age', schema });
    return `Welcome at ${age}.`;
  },
});

const measure = defineSkill({
  id: 'measure',
  name: 'Measure',
  ...texts,
  files: ['application/octet-stream', 'text/csv'],
  input: { measured: { type: 'object', additionalProperties: false } },
  async run({ task }) {
    const all = await Promise.all(task.files.map((file) => file.bytes()));
    const content = new Uint8Array(all.flatMap((bytes) => Array.from(bytes.toReversed())));
    const mediaType = 'application/octet-stream';
    await task.artifact({ id: 'turned', files: [{ content, name: 'turned.bin', mediaType }] });
    return String(content.length);
  },
});

const hold = defineSkill({
  id: 'hold',
  name: 'Hold',
  ...texts,
  input: { held: key },
  async run({ input, task }) {
    const gate = findGate(input.key);
    gate.state = 'held';
    await task.progress('Held', 0.5);
    const aborted = new Promise<void>((resolve) => {
      task.signal.addEventListener('abort', () => {
        gate.state = 'aborted';
        resolve();
      });
    });
    await Promise.race([gate.opened, aborted]);
    return 'Done.';
  },
});

const open = defineSkill({
  id: 'open',
  name: 'Open',
  ...texts,
  input: { opened: key },
  run({ input }) {
    findGate(input.key).open();
    return 'Opened.';
  },
});

const look = defineSkill({
  id: 'look',
  name: 'Look',
  ...texts,
  input: { looked: key },
  run: ({ input }) => findGate(input.key).state,
});

const pieces = defineSkill({
  id: 'pieces',
  name: 'Pieces',
  ...texts,
  input: {
    wanted: {
      type: 'object',
      properties: { count: { type: 'integer' }, length: { type: 'integer' } },
      required: ['count', 'length'],
    },
  },
  async run({ input, task }) {
    for (let at = 1; at <= input.count; at += 1) {
      await task.artifact({ id: `piece-${at}`, text: `${at} `.padEnd(input.length, '.') });
    }
    return 'Done.';
  },
});

const name = defineSkill({
  id: 'name',
  name: 'Name',
  ...texts,
  input: { asked: { type: 'object', additionalProperties: false } },
  run: ({ task }) => task.user?.id ?? 'stranger',
});

/** Calls an agent from within the host, whose `fetch` and streams the client has to do with. */
const relay = defineSkill({
  id: 'relay',
  name: 'Relay',
  ...texts,
  input: {
    relayed: {
      type: 'object',
      properties: { url: { type: 'string' } },
      required: ['url'],
      additionalProperties: false,
    },
  },
  async run({ input }) {
    try {
      const agent = await connect(input.url);
      return JSON.stringify(await agent.skill('double').call({ value: 4 }));
    } catch (error) {
      return String(error);
    }
  },
});

const hidden = defineSkill({
  id: 'hidden',
  name: 'Hidden',
  ...texts,
  scopes: ['see'],
  visibility: 'permitted',
  input: { secret: { type: 'object', additionalProperties: false } },
  run: () => 'Seen.',
});

export const SKILLS: readonly AnySkill[] = [
  double,
  echo,
  greet,
  admit,
  measure,
  hold,
  open,
  look,
  pieces,
  name,
  relay,
  hidden,
];
