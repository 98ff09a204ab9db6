import { connect, type Outcome, type RemoteAgent } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { fromText, type LanguageModel } from '@formwork/model';
import { createServer, type AgentServer } from '@formwork/server';
import { afterAll, beforeAll, expect, test } from 'vitest';

// A text over a real door: JSON-RPC of A2A 1.0.

let onAbort: () => void = () => undefined;
const aborted = new Promise<void>((resolve) => {
  onAbort = resolve;
});

/** Understands "to CITY" and "for N"; hangs when it reads "wait". */
const model: LanguageModel = {
  async doGenerate({ prompt, abortSignal }) {
    const said = JSON.stringify(prompt.at(-1)?.content);
    if (said.includes('wait')) {
      abortSignal?.addEventListener('abort', onAbort);
      return new Promise<never>(() => undefined);
    }
    const city = /to (\p{Lu}\p{L}+)/u.exec(said)?.[1];
    const people = /for (\d+)/u.exec(said)?.[1];
    const input = JSON.stringify({ city, ...(people && { people: Number(people) }) });
    return { content: [{ type: 'tool-call', toolName: 'trip', input }] };
  },
};

const trip = defineSkill({
  id: 'trip',
  name: 'Trip',
  description: 'Plans a trip.',
  tags: [],
  input: {
    trip: {
      type: 'object',
      properties: { city: { type: 'string' }, people: { type: 'integer', minimum: 1 } },
      required: ['city', 'people'],
      additionalProperties: false,
    },
  },
  output: {
    plan: { type: 'object', properties: { seats: { type: 'integer' } }, required: ['seats'] },
  },
  text: fromText({ model }),
  run: ({ input }) => ({ seats: input.people }),
});

let server: AgentServer;
let agent: RemoteAgent;
beforeAll(async () => {
  const defined = defineAgent({ name: 'Trips', version: '1.0.0', skills: [trip] });
  server = createServer(defined, { logger: { info() {}, warn() {}, error() {} } });
  agent = await connect((await server.listen({ port: 0 })).url);
});
afterAll(() => server.close());

test('words become checked input, and the result is that of run', async () => {
  const outcome = await agent.send('A trip to Oslo for 3');
  expect(outcome).toMatchObject({ state: 'completed', data: { seats: 3 } });
});

test('what the words do not say is asked for by a form', async () => {
  const outcome: Outcome<unknown> = await agent.send('A trip to Oslo');
  if (outcome.state !== 'input-required') throw new Error(outcome.state);
  const { question } = outcome;
  expect(question).toMatchObject({ kind: 'form', prompt: 'Trip needs more: people.' });
  expect(question.kind === 'form' && question.check({ people: 0 })).toHaveLength(1);
  expect(question.kind === 'form' && (await question.answer({ people: 2 }))).toMatchObject({
    state: 'completed',
    data: { seats: 2 },
  });
});

test('a caller who cancels stops the model', async () => {
  const events = agent.streamSend('wait');
  const { value } = await events.next();
  if (value === undefined) throw new Error('There is no event.');
  expect(await agent.task(value.taskId).cancel()).toMatchObject({ state: 'canceled' });
  await aborted;
});
