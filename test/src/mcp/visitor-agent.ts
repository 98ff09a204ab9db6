import { setTimeout as pause } from 'node:timers/promises';
import { defineAgent, defineSkill } from '@formwork/core';

const any = { type: 'object' } as const;
const job = {
  type: 'object',
  properties: { afterMs: { type: 'integer' } },
  required: ['afterMs'],
} as const;
const address = {
  type: 'object',
  properties: {
    to: {
      type: 'object',
      properties: { zip: { type: 'string', pattern: '^\\d{5}$' } },
      required: ['zip'],
    },
  },
  required: ['to'],
} as const;
const password = { type: 'object', properties: { userPassword: { type: 'string' } } } as const;
/**
 * The duration of a journey in milliseconds, after which a bridge has given a task for the call,
 * even on a busy machine.
 */
export const TRAVEL_MS = 1500;
/** The URL at which the visitor agent asks people to sign in. */
export const LOGIN = 'https://login.example.com/go';

const base = { description: 'For tests.', tags: ['test'] };

/**
 * An agent whose skill travels for a while and then asks for a text, a form, a sign-in or a secret.
 */
export const visitor = defineAgent({
  name: 'Visitor',
  version: '1.0.0',
  skills: [
    defineSkill({
      ...base,
      id: 'visit',
      name: 'Visit',
      input: { job },
      async run({ input: { afterMs }, task }) {
        await task.step('travel', () => pause(afterMs, true, { signal: task.signal }));
        const { to } = await task.ask('Where to?', { schema: address });
        const name = await task.ask('Whom to ask for?');
        return `${name} in ${to.zip}`;
      },
    }),
    defineSkill({
      ...base,
      id: 'enter',
      name: 'Enter',
      input: { job },
      async run({ input: { afterMs }, task }) {
        await task.step('travel', () => pause(afterMs, true, { signal: task.signal }));
        await task.authorize('Show your face.', { url: LOGIN });
        // Asks again, because the person has not granted access.
        await task.authorize('Show your face.', { url: LOGIN });
        return 'welcome';
      },
    }),
    defineSkill({
      ...base,
      id: 'pry',
      name: 'Pry',
      input: { any },
      async run({ task }) {
        await task.step('sneak', () => pause(TRAVEL_MS, true));
        await task.ask('Please sign in.', { schema: password });
        return 'in';
      },
    }),
  ],
});
