import { connect, InvalidInputError, type RemoteAgent } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import { describe, expect, test } from 'vitest';
import { collect } from '../support/event-stream.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { startServer } from '../support/start-server.ts';
import { ALL_CLIENT_DOORS } from './client-doors.ts';

const contacts: [Contact, ...Contact[]] = [
  { name: 'N1', email: 'n1@example.com' },
  { name: 'N2', email: 'n2@example.com' },
  { name: 'N3', email: 'n3@example.com' },
];

interface Contact {
  name: string;
  email: string;
}

describe.each(ALL_CLIENT_DOORS)('over $name', ({ options }) => {
  async function start() {
    const { url } = await startServer(demoAgent, WITH_GRPC);
    return connect<typeof demoAgent>(url, options);
  }

  test('calls a skill and gives its data', async () => {
    const agent = await start();
    expect(agent.door).toMatchObject({
      version: expect.stringMatching(/^(?:1\.0|0\.3)/u) as string,
    });
    const result = await agent.skill('fight-comparison').call({ a: 'Lion', b: 'Ant' });
    expect(result).toMatchObject({ winner: 'Lion', probability: expect.any(Number) as number });
  });

  test('streams progress, pieces and the result', async () => {
    const agent = await start();
    const skill = agent.skill('import-contacts');
    const events = await collect(skill.stream({ contacts, batchSize: 1, pauseMs: 5 }));
    const fractions = events.flatMap((event) =>
      event.kind === 'progress' && event.fraction !== undefined ? [event.fraction] : [],
    );
    expect(fractions).toEqual([1 / 3, 2 / 3, 1]);
    const pieces = events.filter((event) => event.kind === 'artifact');
    expect(pieces.map(({ append, last }) => [append, last])).toEqual([
      [false, false],
      [true, false],
      [true, true],
      [false, true],
    ]);
    expect(pieces[1]?.data).toEqual([{ batch: 2, imported: ['n2@example.com'] }]);
    expect(events.at(-1)).toMatchObject({
      kind: 'result',
      data: { schema: 'importSummary', data: { imported: 3 } },
    });
  });

  test('takes one of several input schemas by name', async () => {
    const agent = await start();
    const plan = await agent.skill('plan-trip').call({
      schema: 'roadTrip',
      data: { stops: ['Porto', 'Lisbon'], startDate: '2027-04-12' },
    });
    expect(plan).toMatchObject({ title: 'Porto - Lisbon' });
    const untyped = agent.skill('plan-trip').call({ city: 'Lisbon' } as never);
    await expect(untyped).rejects.toMatchObject({ code: 'SKILL_UNUSABLE' });
  });

  test('finds faults before anything is sent', async () => {
    const agent = await start();
    const call = agent.skill('fight-comparison').call({ a: 'Lion', bb: 3 } as never);
    await expect(call).rejects.toThrow('rename "bb" to "b"');
    await expect(call).rejects.toMatchObject({ code: 'INPUT_INVALID', foundBy: 'client' });
  });

  test('sends text, and gets text', async () => {
    const agent = await start();
    const outcome = await agent.send('Who are you?');
    expect(outcome).toMatchObject({
      state: 'completed',
      text: expect.stringContaining('Fight') as string,
    });
  });

  test('tells a refusal by the agent in words', async () => {
    const agent = await start();
    const call = agent
      .skill('fight-comparison')
      .call({ a: 'Lion', bb: 3 } as never, { validateInput: false });
    await expect(call).rejects.toThrow('/b: is required but missing');
  });
});

test("gives the agent's field violations as problems", async () => {
  const { url } = await startServer(demoAgent);
  for (const transports of [['JSONRPC'], ['HTTP+JSON']] as const) {
    const agent = await connect(url, { transports });
    const error: unknown = await agent
      .skill('fight-comparison')
      .call({ a: 1 }, { validateInput: false })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({
      foundBy: 'agent',
      schema: 'fightComparison',
      problems: [
        { pointer: '/b', keyword: 'required' },
        { pointer: '/a', keyword: 'type' },
      ],
    });
  }
});

test('tells a failed task from a result', async () => {
  const skill = defineSkill({
    id: 'fail',
    name: 'Fail',
    description: 'Fails.',
    tags: [],
    text: () => {
      throw new Error('internals');
    },
  });
  const agent = defineAgent({ name: 'Failing', version: '1.0.0', skills: [skill] });
  const { url } = await startServer(agent);
  const remote = await connect<typeof agent>(url);
  await expect(remote.skill('fail').call('x')).rejects.toMatchObject({
    code: 'TASK_NOT_COMPLETED',
    state: 'failed',
    message: expect.stringContaining('failed to do this task') as string,
  });
  expect(await remote.skill('fail').run('x')).toMatchObject({ state: 'failed' });
  await expect(collect(remote.skill('fail').stream('x'))).rejects.toMatchObject({
    code: 'TASK_NOT_COMPLETED',
  });
});

test('says which skills there are', async () => {
  const { url } = await startServer(demoAgent);
  const agent: RemoteAgent = await connect(url);
  expect(() => agent.skill('fight')).toThrow('"fight-comparison"');
  expect(agent.skillIds).toContain('plan-trip');
});

test('sends files and gets files', async () => {
  const echo = defineSkill({
    id: 'echo',
    name: 'Echo',
    description: 'Sends bytes back.',
    tags: [],
    input: {
      name: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    },
    output: { size: { type: 'object', properties: { name: { type: 'string' } } } },
    run: ({ input }) => input,
  });
  const { url } = await startServer(
    defineAgent({ name: 'Echo', version: '1.0.0', skills: [echo] }),
  );
  const seen: string[] = [];
  const agent = await connect(url, {
    fetch: (input, init) => {
      if (typeof init?.body === 'string') seen.push(init.body);
      return fetch(input, init);
    },
  });
  const files = [
    new File(['hello'], 'hello.txt', { type: 'text/plain' }),
    new Uint8Array([1, 2, 3]),
    { content: new URL('https://example.com/a.pdf'), name: 'a.pdf', mediaType: 'application/pdf' },
  ];
  expect(await agent.skill('echo').call({ name: 'x' }, { files })).toEqual({ name: 'x' });
  const { params } = JSON.parse(seen[0] ?? '') as { params: { message: { parts: unknown[] } } };
  expect(params.message.parts.slice(1)).toMatchObject([
    { raw: 'aGVsbG8=', filename: 'hello.txt', mediaType: 'text/plain' },
    { raw: 'AQID' },
    { url: 'https://example.com/a.pdf', filename: 'a.pdf', mediaType: 'application/pdf' },
  ]);
});
