import { defineAgent, defineSkill } from '@formwork/core';
import { Barriers } from '../support/barriers.ts';

const job = {
  type: 'object',
  properties: { trip: { type: 'string' } },
  required: ['trip'],
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
/** What journeys wait for, by their names, until a test lets the traveller arrive. */
export const trips = new Barriers();
/** The URL at which the visitor agent asks people to sign in. */
export const LOGIN = 'https://login.example.com/go';

async function travel(trip: string, signal: AbortSignal): Promise<boolean> {
  await trips.pass(trip, signal);
  return true;
}

const base = { description: 'For tests.', tags: ['test'] };

/**
 * An agent whose skills travel until `trips` lets them arrive, and then ask for a text, a form, a sign-in or a secret.
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
      async run({ input: { trip }, task }) {
        await task.step('travel', () => travel(trip, task.signal));
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
      async run({ input: { trip }, task }) {
        await task.step('travel', () => travel(trip, task.signal));
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
      input: { job },
      async run({ input: { trip }, task }) {
        await task.step('sneak', () => travel(trip, task.signal));
        await task.ask('Please sign in.', { schema: password });
        return 'in';
      },
    }),
  ],
});
