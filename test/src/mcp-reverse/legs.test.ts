import type { Outcome } from '@formwork/client';
import { toMcpToolName, type McpSource } from '@formwork/mcp';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FixtureSettings } from './fixture-server.ts';
import {
  createNotes,
  serveFixtureHttp,
  serveFixtureSessions,
  serveReversed,
  toFixtureSource,
  type EndOptions,
  type Reversed,
} from './serve-reversed.ts';

type Start = (settings: FixtureSettings, options: EndOptions) => Promise<McpSource>;

const LEGS: readonly (readonly [string, Start])[] = [
  ['new stdio', async (settings) => toFixtureSource(settings)],
  ['old stdio', async (settings) => toFixtureSource({ ...settings, legacy: true })],
  ['new http', serveFixtureHttp],
  ['old http', async (settings, options) => (await serveFixtureSessions(settings, options)).source],
];

function expectCompleted(outcome: Outcome<unknown>): { data: unknown; text: string } {
  if (outcome.state !== 'completed') throw new Error(`It is ${outcome.state}: ${outcome.text}`);
  return { data: outcome.data, text: outcome.text };
}

describe.each(LEGS)('a server of MCP over %s', (leg, start) => {
  const ends: (() => void | Promise<void>)[] = [];
  const made: { good?: Reversed; bad?: Reversed; readNotes?: () => string } = {};
  const get = (name: 'good' | 'bad'): Reversed => {
    const reversed = made[name];
    if (reversed === undefined) throw new Error(`There is no server ${name}.`);
    return reversed;
  };

  beforeAll(async () => {
    const options: EndOptions = { onEnd: (end) => void ends.unshift(end) };
    const notes = createNotes(options);
    made.readNotes = notes.read;
    made.good = await serveReversed(await start({ log: notes.file }, options), options);
    made.bad = await serveReversed(await start({ bad: true }, options), options);
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  test('becomes an agent with its tools as skills', async () => {
    const { mcp, remote } = get('good');
    expect(mcp.refused).toEqual([]);
    const { name, version, description, skills } = remote.card;
    expect({ name, version, description }).toEqual({
      name: 'fixture',
      version: '1.2.3',
      description: 'Tools for tests.',
    });
    expect(skills.map(({ id }) => id)).toEqual([
      'sum',
      'list',
      'say',
      'media',
      'fail',
      'broken',
      'slow',
      'crash',
      expect.stringMatching(/^crash-once-[0-9a-f]{8}$/u),
      'ask',
      'visit',
      'work',
      'environment',
      'grow',
    ]);
    expect(mcp.agent.skills.map(toMcpToolName)[8]).toBe('crash/once?');
    expect(skills[0]).toMatchObject({
      name: 'Add numbers',
      description: 'Adds two numbers.',
      tags: ['mcp', 'read-only', 'idempotent'],
      inputModes: expect.arrayContaining(['application/json;schema=sum']),
      outputModes: expect.arrayContaining(['application/json;schema=sum.output']),
    });
    expect(mcp.agent.schemas.get('sum')?.schema).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number', default: 0 } },
      required: ['a'],
      additionalProperties: false,
    });
  });

  test('gives its results, as data, text and files', async () => {
    const { remote } = get('good');
    expect(await remote.skill('sum').call({ a: 2, b: 3 })).toEqual({ sum: 5 });
    // The sum may be a rounded one: the SDK has parsed it.
    expect(await remote.skill('sum').run({ a: 2 ** 53 - 1, b: 2 })).toMatchObject({
      state: 'failed',
      text: expect.stringContaining('/structuredContent/sum must be a text, or at most 15'),
    });
    expect(await remote.skill('list').call({})).toEqual({ result: [1, 2, 3] });
    expect(await remote.skill('say').call({ texts: ['hello'] })).toBe('hello');
    const several = await remote.skill('say').run({ texts: ['a', 'b'] });
    expect(several.artifacts[0]?.parts.map(({ content }) => content?.value)).toEqual(['a\n', 'b']);
    expect(await remote.skill('say').run({ texts: [] })).toMatchObject({ state: 'completed' });
    const media = await remote.skill('media').run({});
    expect(media.text).toBe('Look:');
    const bytes = new Uint8Array([0xff, 0x00, 0x7f]);
    const plain = media.files.map((file) =>
      file.kind === 'url' ? file : { ...file, bytes: new Uint8Array(file.bytes) },
    );
    expect(plain).toMatchObject([
      { kind: 'bytes', bytes, mediaType: 'image/png' },
      { kind: 'bytes', bytes, mediaType: 'audio/wav' },
      {
        kind: 'bytes',
        bytes: new Uint8Array(Buffer.from('A note')),
        mediaType: 'text/plain',
        name: 'a.txt',
      },
      { kind: 'bytes', bytes, mediaType: 'application/x-b', name: 'b.bin' },
      { kind: 'url', url: 'https://files.example.com/c.pdf', name: 'c.pdf' },
    ]);
  });

  test('fails tasks with its reasons', async () => {
    const { remote } = get('good');
    expect(await remote.skill('fail').run({})).toMatchObject({
      state: 'failed',
      text: 'The kettle is empty.\nFill it first.',
    });
    expect(await remote.skill('broken').run({})).toMatchObject({
      state: 'failed',
      text: expect.stringContaining("The agent's answer was invalid"),
    });
    await expect(remote.skill('sum').call({ a: 'x' }, { validateInput: false })).rejects.toThrow(
      /a/u,
    );
  });

  test('tells progress, and is told of a cancellation', async () => {
    const { remote } = get('good');
    const readNotes = (): string => made.readNotes?.() ?? '';
    const told: unknown[] = [];
    for await (const event of remote.skill('slow').stream({ ms: 120 })) {
      if (event.kind === 'progress' && event.text !== '') told.push([event.text, event.fraction]);
    }
    const steps = [1, 2, 3, 4].map((step) => [`step ${step}`, step / 4]);
    // While one step is on its way, later ones replace each other, so that some may be missing; and
    // an MCP client drops a step that arrives in one piece with the result.
    expect(told).not.toEqual([]);
    expect(steps.filter((step) => told.some((one) => isDeepStrictEqual(one, step)))).toEqual(told);
    expect(readNotes()).not.toContain('cancelled');
    for await (const event of remote.skill('slow').stream({ ms: 5000 })) {
      if (event.kind === 'progress' && event.text === 'step 1') {
        await remote.skill('slow').task(event.taskId).cancel();
        break;
      }
    }
    await expect.poll(readNotes).toContain('cancelled');
  });

  test('asks the caller, and goes on with the answer', async () => {
    const { remote } = get('good');
    const asking = await remote.skill('ask').run({});
    if (asking.state !== 'input-required' || asking.question.kind !== 'form') {
      throw new Error(`It is ${asking.state}: ${asking.text}`);
    }
    expect(asking.question).toMatchObject({
      prompt: 'Which colour?',
      schema: { properties: { colour: { enum: ['red', 'blue'] } }, required: ['colour'] },
    });
    const answered = await asking.question.answer({ colour: 'blue' });
    expect(expectCompleted(answered).data).toBe('accept {"colour":"blue"}');
    const painting = await remote.skill('ask').run({ coats: true });
    if (painting.state !== 'input-required' || painting.question.kind !== 'form') {
      throw new Error(`It is ${painting.state}: ${painting.text}`);
    }
    const painted = await painting.question.answer({ colour: 'blue' });
    expect(expectCompleted(painted).data).toBe('accept {"colour":"blue","coats":2}');
    const visiting = await remote.skill('visit').run({});
    if (visiting.state !== 'auth-required') throw new Error(`It is ${visiting.state}`);
    expect(visiting.url).toBe('https://login.example.com/start');
    expect(expectCompleted(await visiting.proceed()).data).toBe('visited: accept');
  });

  test('does work as a task of its own if it knows how', async () => {
    const { remote } = get('good');
    const first = await remote.skill('work').run({});
    if (leg.startsWith('old')) {
      expect(expectCompleted(first).data).toBe('done at once');
      return;
    }
    if (first.state !== 'input-required' || first.question.kind !== 'form') {
      throw new Error(`It is ${first.state}: ${first.text}`);
    }
    const done = await first.question.answer({ colour: 'red' });
    expect(expectCompleted(done).data).toBe('painted {"colour":"red"}');
  });

  test('leaves out tools that break the rules, with the reason, and no other', async () => {
    const { mcp, remote, logged } = get('bad');
    expect(mcp.refused.map(({ tool }) => tool)).toEqual([
      'bad-none',
      'bad-output',
      '',
      'long'.repeat(16),
      'say',
      'bad-root',
      'bad-pattern',
      'bad-reference',
      'bad-dialect',
    ]);
    for (const { reasons } of mcp.refused) expect(reasons.join('')).toMatch(/must/u);
    expect(logged.filter((line) => line.includes('left out'))).toHaveLength(9);
    expect(await remote.skill('sum').call({ a: 1 })).toEqual({ sum: 1 });
    expect(await remote.skill('say').call({ texts: ['still'] })).toBe('still');
  });
});
