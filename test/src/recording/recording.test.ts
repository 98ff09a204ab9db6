// Not over every binding: recordings are of requests over HTTP, whatever their bodies say.

import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory } from '@a2a-js/sdk/client';
import { connect } from '@formwork/client';
import { defineAgent, defineSkill } from '@formwork/core';
import { createServer } from '@formwork/server';
import { createRecording, type RecordingOptions } from '@formwork/testing';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createExecutor, declared } from '../support/fight-agents.ts';
import { startStockAgent } from '../support/stock-agents.ts';

const SUPPLIER = 'https://supplier.example';

const texts = { name: 'Skill', description: 'Tests.', tags: [] } as const;
const order = {
  type: 'object',
  properties: {
    parts: { type: 'integer' },
    at: { type: 'string' },
    pin: { type: 'string', writeOnly: true },
  },
  required: ['parts'],
} as const;
const offer = {
  type: 'object',
  properties: { euros: { type: 'number' }, number: { type: 'string', format: 'uuid' } },
  required: ['euros'],
} as const;
const approval = {
  type: 'object',
  properties: { approved: { type: 'boolean' }, code: { type: 'string', writeOnly: true } },
  required: ['approved'],
} as const;

/** The calls that the agent has handled. */
let calls = 0;

const supplier = defineAgent({
  name: 'Supplier',
  version: '1.0.0',
  skills: [
    defineSkill({
      ...texts,
      id: 'quote',
      input: { order },
      output: { offer },
      async run({ input, task }) {
        calls += 1;
        if (input.parts === 13) throw new Error('unlucky');
        await task.progress('Counting', 0.5);
        await task.progress('Adding', 0.9);
        return { euros: input.parts * calls, number: crypto.randomUUID() };
      },
    }),
    defineSkill({
      ...texts,
      id: 'buy',
      input: { purchase: order },
      async run({ input, task }) {
        const { approved } = await task.ask('Pay?', { name: 'approval', schema: approval });
        return approved ? `Bought ${input.parts} with ${input.pin ?? 'nothing'}` : 'Not bought';
      },
    }),
  ],
});

let folder: string;
beforeAll(async () => {
  // Where CI is set, nothing is recorded.
  vi.stubEnv('CI', '');
  vi.stubEnv('FORMWORK_RECORD', '');
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** What a test does with agents, the same while recording and replaying. */
type Story<Result> = (fetch: typeof globalThis.fetch) => Promise<Result>;

/** Runs a story against the real agent, stops the agent, and runs it again from the recording. */
async function recordAndReplay<Result>(
  name: string,
  story: Story<Result>,
  options: RecordingOptions = {},
): Promise<{ recorded: Result; replayed: Result; file: string; text: string }> {
  const file = join(folder, `${name}.json`);
  const server = createServer(supplier, { logger: quiet });
  const { url } = await server.listen({ port: 0 });
  const shared = { addresses: { [SUPPLIER]: url }, ...options };
  const recording = await createRecording(file, { ...shared, mode: 'record' });
  const recorded = await story(recording.fetch);
  await recording.close();
  await server.close();
  await using replay = await createRecording(file, { ...shared, mode: 'replay' });
  const replayed = await story(replay.fetch);
  return { recorded, replayed, file, text: await readFile(file, 'utf8') };
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Replays a story that must fail, and returns the message of its error. */
async function failReplay(
  file: string,
  story: Story<unknown>,
  options: RecordingOptions = {},
): Promise<string> {
  const replay = await createRecording(file, { mode: 'replay', ...options });
  const error: unknown = await story(replay.fetch).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code: 'REQUEST_NOT_RECORDED' });
  await expect(replay.close()).rejects.toBe(error);
  return (error as Error).message;
}

const quote =
  (input: { readonly parts: number; readonly at?: string }): Story<unknown> =>
  async (fetch) => {
    const agent = await connect<typeof supplier>(SUPPLIER, { fetch });
    return agent.skill('quote').call(input);
  };

test('calls, streams, questions and errors are replayed without the agent', async () => {
  const story: Story<unknown> = async (fetch) => {
    const agent = await connect<typeof supplier>(SUPPLIER, { fetch });
    const steps: unknown[] = [await agent.skill('quote').call({ parts: 2 })];
    for await (const event of agent.skill('quote').stream({ parts: 3 })) {
      steps.push(event.kind === 'progress' ? event.text : event.kind);
    }
    const outcome = await agent.skill('buy').run({ parts: 1, pin: '4711-secret' });
    if (outcome.state !== 'input-required' || outcome.question.kind !== 'form') {
      throw new Error('It must ask.');
    }
    steps.push(outcome.question.prompt, await outcome.question.answer({ approved: false }));
    const failure: unknown = await agent
      .skill('quote')
      .call({ parts: 13 })
      .catch((error: unknown) => error);
    steps.push((failure as Error).message);
    const wrong = agent.skill('quote').call({ parts: 'two' } as never, { validateInput: false });
    steps.push(await wrong.catch(({ code }: { code: string }) => code));
    return steps;
  };
  const before = calls;
  const { recorded, replayed, text } = await recordAndReplay('story', story);
  expect(calls - before).toBe(3);
  const strip = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll(/[\da-f]{8}(?:-[\da-f]{4,12}){4}/gu, 'ID'));
  expect(strip(replayed)).toEqual(strip(recorded));
  expect(replayed).toEqual(
    expect.arrayContaining(['Counting', 'Adding', 'result', 'Pay?', 'INPUT_INVALID']),
  );
  expect(text).not.toContain('127.0.0.1');
  expect(text).not.toContain('4711-secret');
  expect(JSON.parse(text)).toMatchObject({ recording: 1 });
});

test('recording twice gives the same file, apart from what the agent says', async () => {
  const story = quote({ parts: 0 });
  const one = await recordAndReplay('once', story);
  const other = await recordAndReplay('twice', story);
  expect(other.text).toBe(one.text);
  expect(one.recorded).toMatchObject({
    number: expect.stringMatching(/^[\da-f-]{36}$/u) as string,
  });
});

test('a request that is not recorded fails with what is recorded near it', async () => {
  const { file } = await recordAndReplay('near', quote({ parts: 2 }));
  const said = await failReplay(file, quote({ parts: 5 }));
  expect(said).toContain(`near.json: current value is POST ${SUPPLIER}/a2a SendMessage`);
  expect(said).toContain('/params/message/parts/0/data/parts (recorded 2, sent 5)');
  expect(said).toContain('FORMWORK_RECORD=1');
  const twice = await failReplay(file, async (fetch) => {
    await quote({ parts: 2 })(fetch);
    await quote({ parts: 2 })(fetch);
  });
  expect(twice).toContain('each recorded request answers once');
  const elsewhere = await failReplay(file, (fetch) => connect('https://other.example', { fetch }));
  expect(elsewhere).toContain(`Recorded are, among others: GET ${SUPPLIER}/.well-known`);
});

test('times of the clock match any time, and other times and ids only themselves', async () => {
  const now = new Date().toISOString();
  const { file, text } = await recordAndReplay('now', quote({ parts: 1, at: now }));
  expect(text).not.toContain(now.slice(0, 13));
  const replay = await createRecording(file, { mode: 'replay' });
  await quote({ parts: 1, at: '2031-01-01T00:00:00Z' })(replay.fetch);
  await replay.close();
  const customer = 'a1a8c5b2-5d1c-4a54-9b8e-0f3f6f0c7d11';
  const given = await recordAndReplay('given', quote({ parts: 1, at: customer }));
  const other = await failReplay(given.file, quote({ parts: 1, at: customer.replace('a1', 'a2') }));
  expect(other).toContain(`data/at (recorded "${customer}"`);
  const fixed = await recordAndReplay('fixed', quote({ parts: 1, at: '2020-02-03T04:05:06Z' }));
  const said = await failReplay(fixed.file, quote({ parts: 1, at: '2031-01-01T00:00:00Z' }));
  expect(said).toContain('data/at (recorded "2020-02-03T04:05:06Z", sent "2031');
});

test('secrets are not written: headers, writeOnly fields, answers to forms, and what redact names', async () => {
  const story: Story<unknown> = async (fetch) => {
    const headers = { authorization: 'Bearer abc-123-token', 'x-api-key': 'key-456-789' };
    const agent = await connect<typeof supplier>(SUPPLIER, {
      fetch: (input, init) => fetch(input, init),
      headers,
    });
    const token = await fetch(`${SUPPLIER}/token?api_key=query-key`, {
      method: 'POST',
      body: 'grant_type=password&password=form-secret',
    });
    expect(token.status).toBe(404);
    const outcome = await agent.skill('buy').run({ parts: 77, pin: 'pin-of-ada', at: 'iban DE00' });
    if (outcome.state !== 'input-required' || outcome.question.kind !== 'form')
      return outcome.state;
    const code = 'code-of-ada';
    const end = await outcome.question.answer({ approved: true, code });
    return end.state === 'completed' ? end.data : end.state;
  };
  const redact = ['parts', /DE\d+/u];
  const { recorded, replayed, text } = await recordAndReplay('secret', story, { redact });
  expect(recorded).toBe('Bought 77 with pin-of-ada');
  expect(replayed).toBe('Bought 77 with [secret]');
  expect(text).toMatch(/"parts": "\[secret\]"/u);
  for (const secret of [
    'abc-123',
    'key-456',
    'pin-of-ada',
    'code-of-ada',
    'DE00',
    'query-key',
    'form-secret',
  ]) {
    expect(text).not.toContain(secret);
  }
  expect(text).toContain('iban [secret]');
});

test('calls at once get their own answers in any order', async () => {
  const story = async (fetch: typeof globalThis.fetch, amounts: readonly number[]) => {
    const agent = await connect<typeof supplier>(SUPPLIER, { fetch });
    const all = amounts.map((parts) => agent.skill('quote').call({ parts }));
    return (await Promise.all(all)).map(({ euros }, at) => euros / (amounts[at] ?? 0));
  };
  const { recorded, file } = await recordAndReplay('many', (fetch) => story(fetch, [1, 2, 3, 4]));
  await using replay = await createRecording(file, { mode: 'replay' });
  expect(await story(replay.fetch, [4, 2, 3, 1])).toEqual([3, 1, 2, 0].map((at) => recorded[at]));
});

test('record-missing adds what is missing and keeps the rest', async () => {
  const { file, recorded } = await recordAndReplay('missing', quote({ parts: 2 }));
  const server = createServer(supplier, { logger: quiet });
  const { url } = await server.listen({ port: 0 });
  const addresses = { [SUPPLIER]: url };
  const again = join(folder, 'missing-copy.json');
  await writeFile(again, await readFile(file));
  const recording = await createRecording(again, { mode: 'record-missing', addresses });
  expect(await quote({ parts: 2 })(recording.fetch)).toMatchObject({
    euros: (recorded as { euros: number }).euros,
  });
  const added = await quote({ parts: 6 })(recording.fetch);
  await recording.close();
  await server.close();
  await using replay = await createRecording(again, { mode: 'replay' });
  const { euros } = (await quote({ parts: 6 })(replay.fetch)) as { euros: number };
  expect(euros).toBe((added as { euros: number }).euros);
});

test("the SDK's own client and agent are recorded, with polling and streams", async () => {
  const url = await startStockAgent(createExecutor(), declared);
  const file = join(folder, 'stock.json');
  const story: Story<readonly unknown[]> = async (fetch) => {
    const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory({ fetchImpl: fetch })],
      preferredTransports: ['JSONRPC'],
    });
    const card = await (await fetch('https://stock.example/.well-known/agent-card.json')).json();
    const client = await new ClientFactory(options).createFromAgentCard(card as never);
    const steps: unknown[] = [];
    const send = (id: string) => ({
      tenant: '',
      message: {
        messageId: id,
        contextId: '',
        taskId: '',
        role: 1,
        parts: [
          {
            content: { $case: 'data' as const, value: { a: 'Lion', b: 'Tiger' } },
            metadata: undefined,
            filename: '',
            mediaType: 'application/json;schema=pair',
          },
        ],
        metadata: undefined,
        extensions: [],
        referenceTaskIds: [],
      },
      configuration: {
        acceptedOutputModes: [],
        taskPushNotificationConfig: undefined,
        returnImmediately: true,
      },
      metadata: undefined,
    });
    for await (const event of client.sendMessageStream(send(crypto.randomUUID()))) {
      steps.push(event.payload?.$case);
    }
    const task = await client.sendMessage(send(crypto.randomUUID()));
    if (!('id' in task)) throw new Error('It must be a task.');
    const states = new Set<number | undefined>();
    while (!states.has(3)) {
      const { status } = await client.getTask({ tenant: '', id: task.id, historyLength: 0 });
      states.add(status?.state);
      await sleep(5);
    }
    return [...steps, ...states];
  };
  const shared = { addresses: { 'https://stock.example': url } };
  const recording = await createRecording(file, { ...shared, mode: 'record' });
  const recorded = await story(recording.fetch);
  await recording.close();
  await using replay = await createRecording(file, { mode: 'replay' });
  expect(await story(replay.fetch)).toEqual(recorded);
  // A slow machine asks for the first time when the task has ended.
  const states = recorded.includes(2) ? [2, 3] : [3];
  expect(recorded).toEqual(['task', 'artifactUpdate', 'statusUpdate', ...states]);
});

test('global recordings need no fetch, and never record in CI', async () => {
  const { file } = await recordAndReplay('global', quote({ parts: 2 }));
  const own = globalThis.fetch;
  vi.stubEnv('CI', 'true');
  try {
    await using recording = await createRecording(file, { global: true, mode: 'record' });
    expect(recording.mode).toBe('replay');
    const agent = await connect<typeof supplier>(SUPPLIER);
    expect((await agent.skill('quote').call({ parts: 2 })).euros).toBeGreaterThan(0);
    await expect(createRecording(file, { global: true })).rejects.toThrow('another recording');
  } finally {
    vi.stubEnv('CI', '');
  }
  expect(globalThis.fetch).toBe(own);
});

test('files that cannot be used say why, and data that no longer fits is told', async () => {
  const gone = join(folder, 'gone.json');
  await expect(createRecording(gone)).rejects.toThrow('there is no such file. To record again');
  await writeFile(gone, '{"recording":2,"exchanges":[]}');
  await expect(createRecording(gone)).rejects.toThrow('recording of version 1');
  const { file, text } = await recordAndReplay('stale', quote({ parts: 2 }));
  await writeFile(gone, text.replaceAll(/"euros": \d+/gu, '"euros": "two"'));
  await expect(createRecording(gone)).rejects.toMatchObject({
    code: 'RECORDING_UNUSABLE',
    message: expect.stringMatching(/schemas of the recorded card:[^]*euros[^]*number/u) as string,
  });
  const schemas = { offer, order: { ...order, required: ['parts', 'at'] } };
  const extension = {
    uri: 'https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1',
    params: { schemas },
  };
  const card = { name: 'Supplier', skills: [], capabilities: { extensions: [extension] } };
  const stale = createRecording(file, { cards: { [SUPPLIER]: card } });
  await expect(stale).rejects.toThrow(/schemas of the current card:[^]*SendMessage[^]*at/u);
  await expect(createRecording(file, { mode: 'record' })).rejects.toThrow('recorded already');
  await expect(createRecording(file, { mod: 'replay' } as never)).rejects.toThrow('mod');
});
