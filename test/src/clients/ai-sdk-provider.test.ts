import { demoAgent } from '@formwork/demo';
import { createA2a } from 'a2a-ai-provider';
import { beforeEach, expect, test, vi } from 'vitest';
import { startServer } from '../support/start-server.ts';

type Model = ReturnType<ReturnType<typeof createA2a>>;

// The provider logs to the console.
beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue());

/** Opens a demo agent as a model of the AI SDK, by the address of its card. */
async function openModel(): Promise<Model> {
  const { url } = await startServer(demoAgent);
  return createA2a()(`${url}/.well-known/agent-card.json`);
}

function say(text: string): Parameters<Model['doGenerate']>[0] {
  return { prompt: [{ role: 'user', content: [{ type: 'text', text }] }] };
}

async function generate(text: string): Promise<string> {
  const { content } = await (await openModel()).doGenerate(say(text));
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** Streams the answer to a text; returns the text pieces in order. */
async function stream(text: string): Promise<readonly string[]> {
  const { stream: parts } = await (await openModel()).doStream(say(text));
  const deltas: string[] = [];
  for await (const part of parts) if (part.type === 'text-delta') deltas.push(part.delta);
  return deltas;
}

const FIGHT = '{"a": "Lion", "b": "Ant"}';
const CONTACTS = JSON.stringify({
  contacts: ['Ada', 'Bob'].map((name) => ({ name, email: `${name}@example.com` })),
  batchSize: 1,
  pauseMs: 5,
});
const TRIP = '{"city": "Lisbon", "startDate": "2027-04-12"}';

test('a2a-ai-provider discovers an agent, sends, and shows the result', async () => {
  expect(JSON.parse(await generate(FIGHT))).toMatchObject({ winner: 'Lion' });
  expect(await generate('What can you do?')).toContain('fightComparison');
});

test('a2a-ai-provider streams the result', async () => {
  const [result = '', ...more] = await stream(FIGHT);
  expect(JSON.parse(result)).toMatchObject({ winner: 'Lion' });
  expect(more).toEqual([]);
});

test('a2a-ai-provider streams partial results and the result', async () => {
  const deltas = await stream(CONTACTS);
  expect(deltas[0]).toContain('ada@example.com');
  expect(deltas[1]).toContain('bob@example.com');
  expect(JSON.parse(deltas.at(-1) ?? '')).toMatchObject({ imported: 2 });
});

// The provider names no task in its messages, so it can neither answer nor cancel.
test('a2a-ai-provider shows a question', async () => {
  expect(await generate(TRIP)).toContain('How many days');
});

test('a2a-ai-provider is told what does not fit', async () => {
  expect(await generate('{"a": "Lion"}')).toContain('fits none of the schemas');
});
