import { InMemoryRunner, RemoteA2AAgent } from '@google/adk';
import { demoAgent } from '@formwork/demo';
import { expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';

async function ask(text: string): Promise<string> {
  const { url } = await startServer(demoAgent);
  const agent = new RemoteA2AAgent({ name: 'contest', agentCard: url });
  const runner = new InMemoryRunner({ agent });
  const events: unknown[] = [];
  const newMessage = { role: 'user', parts: [{ text }] };
  for await (const event of runner.runEphemeral({ userId: 'someone', newMessage })) {
    events.push(event.content ?? event.errorMessage);
  }
  return JSON.stringify(events);
}

test("the ADK's remote agent runs a skill with JSON text and reads the result", async () => {
  const answer = await ask('{"a": "Lion", "b": "Ant"}');
  expect(answer).toContain('Lion scores');
  expect(answer).toContain('probability');
});

test("the ADK's remote agent gets an answer to plain text", async () => {
  expect(await ask('What can you do?')).toContain('fightComparison');
});
