import { defineAgent, defineSkill, type Agent } from '@formwork/core';

/** An agent whose tasks wait: for an answer, for a consent, or until they are canceled. */
export interface WaitingAgent {
  readonly agent: Agent;
  /** Gives the consent for which the skill `inbox` waits. */
  readonly letIn: () => void;
}

/** Makes a waiting agent. */
export function createWaitingAgent(): WaitingAgent {
  let isLetIn = false;
  const greet = defineSkill({
    id: 'greet',
    name: 'Greet',
    description: 'Asks for two names.',
    tags: [],
    text: async ({ task }) => {
      const first = await task.ask('Your first name?');
      const last = await task.ask('Your last name?');
      return `Hello ${first} ${last}`;
    },
  });
  const inbox = defineSkill({
    id: 'inbox',
    name: 'Inbox',
    description: 'Looks into a mailbox.',
    tags: [],
    input: { box: { type: 'object', properties: { name: { type: 'string' } } } },
    output: { mail: { type: 'object', properties: { count: { type: 'integer' } } } },
    run: async ({ task }) => {
      for (let look = 1; !(await task.step(`look-${look}`, () => isLetIn)); look += 1) {
        await task.authorize('Let me in.', { url: 'https://mail.example.com/grant' });
      }
      return { count: 3 };
    },
  });
  const dig = defineSkill({
    id: 'dig',
    name: 'Dig',
    description: 'Digs until it is stopped, or as long as it is told.',
    tags: [],
    input: { hole: { type: 'object', properties: { ms: { type: 'integer' } } } },
    output: { depth: { type: 'object', properties: { depth: { type: 'integer' } } } },
    run: async ({ input, task }) => {
      await task.progress('Digging', 0.25);
      await new Promise<void>((resolve) => {
        // Real time: it digs for as long as it is told.
        const timer = setTimeout(resolve, input.ms ?? 3_600_000);
        task.signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
      return { depth: 2 };
    },
  });
  return {
    agent: defineAgent({ name: 'Waiting', version: '1.0.0', skills: [greet, inbox, dig] }),
    letIn: () => {
      isLetIn = true;
    },
  };
}
