import { demoAgent } from '@formwork/demo';
import { InMemoryRunner, RemoteA2AAgent, type Event } from '@google/adk';
import { expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';

async function ask(text: string, acceptedOutputModes?: string[]): Promise<readonly Event[]> {
  const { url } = await startServer(demoAgent);
  const agent = new RemoteA2AAgent({
    name: 'contest',
    agentCard: url,
    ...(acceptedOutputModes && { messageSendConfig: { acceptedOutputModes } }),
  });
  const runner = new InMemoryRunner({ agent });
  const events: Event[] = [];
  const newMessage = { role: 'user', parts: [{ text }] };
  for await (const event of runner.runEphemeral({ userId: 'someone', newMessage })) {
    events.push(event);
  }
  return events;
}

function toText({ content, errorMessage }: Event): string {
  return content?.parts?.map((part) => part.text ?? '').join('') ?? errorMessage ?? '';
}

test("the ADK's remote agent runs a skill with JSON text and reads the result", async () => {
  const [event, ...more] = await ask('{"a": "Lion", "b": "Ant"}');
  const text = event === undefined ? '' : toText(event);
  expect(text).toContain('Lion scores');
  expect(text).toContain('probability');
  expect(more).toEqual([]);
});

test("the ADK's remote agent gives a model data and text, or data alone if told so", async () => {
  const count = (events: readonly Event[]): number =>
    events.map(toText).join('').split('Lion scores').length - 1;
  expect(count(await ask('{"a": "Lion", "b": "Ant"}'))).toBe(2);
  expect(count(await ask('{"a": "Lion", "b": "Ant"}', ['application/json']))).toBe(1);
});

test("the ADK's remote agent gets an answer to plain text", async () => {
  expect((await ask('What can you do?')).map(toText).join('')).toContain('fightComparison');
});

test("the ADK's remote agent streams progress and the result", async () => {
  const contacts = ['ada', 'bob'].map((name) => ({ name, email: `${name}@example.com` }));
  const events = await ask(JSON.stringify({ contacts, batchSize: 1, pauseMs: 5 }));
  const partial = events.filter((event) => event.partial === true).map(toText);
  expect(partial).toContain('1 of 2 rows');
  const whole = events.filter((event) => event.partial !== true).map(toText);
  expect(whole.join('')).toContain('"imported": 2');
});

// The ADK names a task only in results of functions that the task called. So it cannot answer this
// question, and it cannot cancel.
test("the ADK's remote agent shows a question, and that it ends the turn", async () => {
  const events = await ask('{"city": "Lisbon", "startDate": "2027-04-12"}');
  const last = events.at(-1);
  expect(last?.turnComplete).toBe(true);
  expect(last === undefined ? '' : toText(last)).toContain('How many days');
});
