import { demoAgent } from '@formwork/demo';
import { A2AAgent } from '@strands-agents/sdk/a2a';
import { expect, test } from 'vitest';
import { startServer } from '../support/start-server.ts';

async function connect(): Promise<A2AAgent> {
  const { url } = await startServer(demoAgent);
  return new A2AAgent({ url });
}

const CONTACTS = JSON.stringify({
  contacts: [{ name: 'Ada', email: 'ada@example.com' }],
  pauseMs: 5,
});

test("Strands' remote agent discovers an agent, sends, and shows the result", async () => {
  const agent = await connect();
  const result = await agent.invoke('{"a": "Lion", "b": "Ant"}');
  expect(JSON.parse(result.toString())).toMatchObject({ winner: 'Lion' });
  expect(agent.name).toBe(demoAgent.name);
  expect((await agent.invoke('What can you do?')).toString()).toContain('fightComparison');
});

test("Strands' remote agent streams, and shows what came", async () => {
  const agent = await connect();
  const kinds: string[] = [];
  const events = agent.stream(CONTACTS);
  let next = await events.next();
  for (; next.done !== true; next = await events.next()) {
    if (next.value.type === 'a2aStreamUpdateEvent') kinds.push(next.value.event.kind);
  }
  expect(kinds[0]).toBe('task');
  expect(kinds).toContain('artifact-update');
  expect(kinds.at(-1)).toBe('status-update');
  expect(next.value.toString()).toContain('"imported": 1');
});

// Strands names no task in its messages, so it can neither answer nor cancel.
test("Strands' remote agent shows a question", async () => {
  const trip = '{"city": "Lisbon", "startDate": "2027-04-12"}';
  expect((await (await connect()).invoke(trip)).toString()).toContain('How many days');
});

test("Strands' remote agent is told what does not fit", async () => {
  expect((await (await connect()).invoke('{"a": "Lion"}')).toString()).toContain(
    'fits none of the schemas',
  );
});
