import {
  type Agent,
  defineAgent,
  defineSkill,
  PublicError,
  RejectedError,
  TransientError,
} from '@formwork/core';
import { once } from 'node:events';

/** A text that would run a script if a page took it for HTML. */
export const HOSTILE = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>';

/** The secrets that callers send, and that no page may show. */
export const SECRETS = ['swordfish', '4711'] as const;

const facts = { tags: ['test'], output: { done: { type: 'object' } } } as const;

/** What an answer of the skill `ask` looks like. */
const sure = {
  type: 'object',
  properties: {
    ok: { type: 'boolean', title: 'Go on' },
    pin: { type: 'integer', title: 'PIN', writeOnly: true },
  },
  required: ['ok', 'pin'],
} as const;

/** Makes an agent whose tasks come to every kind of state, by the name of the skill. */
export function createBusyAgent(): Agent {
  return defineAgent({
    name: 'Busy agent',
    description: 'Brings tasks to every state.',
    version: '2.0.0',
    skills: [
      defineSkill({
        ...facts,
        id: 'work',
        name: 'Work',
        description: 'Does its steps, and ends.',
        input: {
          order: {
            type: 'object',
            properties: { name: { type: 'string' }, key: { type: 'string', writeOnly: true } },
          },
        },
        async run({ input, task }) {
          await task.progress(`For ${input.name ?? 'nobody'}`, 0.5);
          // Real time: a step that takes no time has no bar in the timeline.
          await task.step('charge the card', () => new Promise((done) => setTimeout(done, 30)));
          await task.step('send the mail', () => ({ to: input.name ?? '', with: input.key ?? '' }));
          task.log.info(`Sent with ${input.key}`, { page: HOSTILE });
          return { bill: HOSTILE };
        },
      }),
      defineSkill({
        ...facts,
        id: 'break',
        name: 'Break',
        description: 'Fails with a fault of its own.',
        text: async () => {
          throw new TypeError(`Cannot read ${HOSTILE}`);
        },
      }),
      defineSkill({
        ...facts,
        id: 'refuse',
        name: 'Refuse',
        description: 'Says why it fails.',
        text: async () => {
          throw new PublicError('The account is closed.');
        },
      }),
      defineSkill({
        ...facts,
        id: 'decline',
        name: 'Decline',
        description: 'Declines its task.',
        text: async () => {
          throw new RejectedError('Not today.');
        },
      }),
      defineSkill({
        ...facts,
        id: 'rest',
        name: 'Rest',
        description: 'Is tried again, after an hour.',
        retry: { maxAttempts: 3, delayMs: 3_600_000, maxDelayMs: 3_600_000 },
        text: async () => {
          throw new TransientError('The bank does not answer.');
        },
      }),
      defineSkill({
        ...facts,
        id: 'ask',
        name: 'Ask',
        description: 'Asks before it goes on.',
        async text({ task }) {
          await task.step('look it up', () => 1);
          const answer = await task.ask(`Shall I go on? ${HOSTILE}`, {
            schema: sure,
            name: 'sure',
          });
          return { answer };
        },
      }),
      defineSkill({
        ...facts,
        id: 'approve',
        name: 'Approve',
        description: 'Asks somebody else than its caller.',
        async text({ task }) {
          const answer = await task.ask('Shall it be paid?', {
            schema: sure,
            name: 'payment',
            to: 'role:approver',
            about: { invoice: 'R-17', amount: 120 },
            fourEyes: true,
            dueInMs: 3_600_000,
          });
          return { answer };
        },
      }),
      defineSkill({
        ...facts,
        id: 'enter',
        name: 'Enter',
        description: 'Wants its caller to sign in elsewhere.',
        async text({ task }) {
          await task.authorize('Let me in.', { url: 'https://login.example/' });
          return {};
        },
      }),
      defineSkill({
        ...facts,
        id: 'hang',
        name: 'Hang',
        description: 'Goes on until it is told to stop.',
        async text({ task }) {
          await once(task.signal, 'abort');
          return {};
        },
      }),
    ],
  });
}
