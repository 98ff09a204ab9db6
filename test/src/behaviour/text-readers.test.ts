import { connect } from '@formwork/client';
import { defineAgent, defineSkill, OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import { describe, expect, test } from 'vitest';
import { callAgent, testOverBindings, findClientOptions } from '../support/bindings.ts';
import { ALL_DOORS, type Door } from '../support/doors.ts';
import { collectEvents } from '../support/event-stream.ts';
import { WITH_GRPC } from '../support/grpc-call.ts';
import { createMessage, createTaggedPart } from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';

const report = defineSkill({
  id: 'report',
  name: 'Report',
  description: 'Counts to a number.',
  tags: [],
  input: {
    order: {
      type: 'object',
      properties: { to: { type: 'integer' }, levels: { type: 'integer' } },
    },
  },
  output: { count: { type: 'object', properties: { numbers: { type: 'array' } } } },
  async run({ input, task }) {
    await task.artifact({ id: 'piece', data: { seen: 1 } });
    await task.artifact({ id: 'told', data: { seen: 2 }, text: 'Two seen' });
    let numbers: unknown[] = Array.from({ length: input.to ?? 2 }, (_, index) => index);
    for (let level = 0; level < (input.levels ?? 0); level += 1) numbers = [numbers];
    return { numbers };
  },
});
const agent = defineAgent({ name: 'Counter', version: '1', skills: [report] });

const RESULT = { numbers: [0, 1] };

interface Shown {
  readonly id: string;
  readonly data: readonly unknown[];
  readonly texts: readonly string[];
}

type Part = Readonly<Record<string, unknown>>;

/** Reduces an artifact of A2A 1.0 or 0.3 to its id, its data and its texts. */
function toShown(artifact: {
  readonly artifactId: string;
  readonly parts: readonly Part[];
}): Shown {
  const { artifactId: id, parts } = artifact;
  return {
    id,
    data: parts.flatMap((part) => ('data' in part ? [part['data']] : [])),
    texts: parts.flatMap((part) => ('text' in part ? [String(part['text'])] : [])),
  };
}

const DATA_ALONE: readonly Shown[] = [
  { id: 'piece', data: [{ seen: 1 }], texts: [] },
  { id: 'told', data: [{ seen: 2 }], texts: ['Two seen'] },
  { id: 'result', data: [RESULT], texts: [] },
];

const BOTH: readonly Shown[] = DATA_ALONE.map((shown) =>
  shown.id === 'told' ? shown : { ...shown, texts: [JSON.stringify(shown.data[0], null, 2)] },
);

const ACTIVE = { 'A2A-Extensions': OBJECT_SCHEMAS_EXTENSION_URI };

interface Found {
  readonly id: string;
  readonly artifacts: readonly Parameters<typeof toShown>[0][];
}

interface SendOptions {
  readonly modes?: readonly string[];
  readonly headers?: object;
  readonly to?: number;
  readonly levels?: number;
}

async function send(url: string, { modes, headers, ...order }: SendOptions = {}): Promise<Found> {
  const message = createMessage([createTaggedPart('order', order)]);
  const configuration = modes && { acceptedOutputModes: modes };
  const params = { message, ...(configuration && { configuration }) };
  const answer = await callAgent(
    url,
    { method: 'SendMessage', params },
    { headers: { ...headers } },
  );
  return answer.body.result?.['task'] as Found;
}

async function get(url: string, id: string, headers: object = {}): Promise<Found> {
  const request = { method: 'GetTask', params: { id } };
  const { body } = await callAgent(url, request, { headers: { ...headers } });
  return body.result as unknown as Found;
}

testOverBindings('data comes with its text for whoever says nothing', async () => {
  const { url } = await startServer(agent);
  const task = await send(url);
  expect(task.artifacts.map(toShown)).toEqual(BOTH);
  const [part, text] = task.artifacts.at(-1)?.parts ?? [];
  expect(part).toMatchObject({ metadata: { mimeType: 'application/json;schema=count' } });
  expect(text).toMatchObject({ mediaType: 'text/plain' });
});

testOverBindings(
  'data comes alone for whoever activates the extension, whoever began the task',
  async () => {
    const { url } = await startServer(agent);
    const task = await send(url, { headers: ACTIVE });
    expect(task.artifacts.map(toShown)).toEqual(DATA_ALONE);
    expect((await get(url, task.id)).artifacts.map(toShown)).toEqual(BOTH);
    const plain = await send(url);
    expect((await get(url, plain.id, ACTIVE)).artifacts.map(toShown)).toEqual(DATA_ALONE);
  },
);

testOverBindings('the modes that a caller names have the last word', async () => {
  const { url } = await startServer(agent);
  const data = await send(url, { modes: ['application/json'] });
  expect(data.artifacts.map(toShown)).toEqual(DATA_ALONE);
  for (const headers of [{}, ACTIVE]) {
    const text = await send(url, { modes: ['text/plain'], headers });
    const last = { id: 'result', data: [], texts: [JSON.stringify(RESULT, null, 2)] };
    expect(text.artifacts.map(toShown)).toEqual([...BOTH.slice(0, 2), last]);
  }
});

testOverBindings('a result too large to be sent twice says how to get it as text', async () => {
  const { url } = await startServer(agent);
  const { artifacts } = await send(url, { to: 60_000 });
  const { data, texts } = toShown(artifacts.at(-1) ?? { artifactId: '', parts: [] });
  expect(data).toMatchObject([{ numbers: { length: 60_000 } }]);
  expect(texts).toEqual([
    expect.stringMatching(/^The data has \d{6} characters as JSON\. To get it as text, send/u),
  ]);
  const asked = await send(url, { to: 60_000, modes: ['text/plain'] });
  const [text = ''] = toShown(asked.artifacts.at(-1) ?? { artifactId: '', parts: [] }).texts;
  expect(JSON.parse(text)).toMatchObject({ numbers: { length: 60_000 } });
});

testOverBindings('a request that accepts very many modes is refused', async () => {
  const { url } = await startServer(agent);
  const params = {
    message: createMessage([createTaggedPart('order', {})]),
    configuration: { acceptedOutputModes: Array.from({ length: 257 }, (_, n) => `text/x${n}`) },
  };
  const { body } = await callAgent(url, { method: 'SendMessage', params });
  expect(body.error?.message).toContain(
    'configuration.acceptedOutputModes must hold at most 256 modes: current value holds 257',
  );
});

testOverBindings('a deep result does not become many times as long as text', async () => {
  const { url } = await startServer(agent);
  const order = { to: 1000, levels: 50 };
  const { artifacts } = await send(url, order);
  const shown = toShown(artifacts.at(-1) ?? { artifactId: '', parts: [] });
  const dense = JSON.stringify(shown.data[0]);
  expect(shown.texts).toEqual([dense]);
  const asked = await send(url, { ...order, modes: ['text/plain'] });
  expect(toShown(asked.artifacts.at(-1) ?? { artifactId: '', parts: [] }).texts).toEqual([dense]);
});

interface StreamPayload {
  readonly task?: Found;
  readonly artifactUpdate?: { readonly artifact: Found['artifacts'][number] };
  readonly artifacts?: Found['artifacts'];
  readonly artifact?: Found['artifacts'][number];
}

/** Reads a stream and returns its artifacts in the order of arrival. */
async function readArtifacts(door: Door, response: Response): Promise<readonly Shown[]> {
  const events = await collectEvents(response);
  return events
    .map(({ data }) => door.toPayload(data) as StreamPayload)
    .flatMap(({ task, artifactUpdate, artifacts, artifact }) => [
      ...(task?.artifacts ?? artifacts ?? []),
      ...[artifactUpdate?.artifact ?? artifact].filter((found) => found !== undefined),
    ])
    .map(toShown);
}

describe.each(ALL_DOORS)('$name', (door) => {
  const header = door.name === 'JSON-RPC 0.3' ? 'X-A2A-Extensions' : 'A2A-Extensions';

  test('streams, and those that go on, follow the same rule', async () => {
    const { url } = await startServer(agent, WITH_GRPC);
    const part = { schema: 'order', data: {} };
    expect(await readArtifacts(door, await door.stream(url, part))).toEqual(BOTH);
    const active = { [header]: OBJECT_SCHEMAS_EXTENSION_URI };
    expect(await readArtifacts(door, await door.stream(url, part, active))).toEqual(DATA_ALONE);
    const { id } = await send(url);
    const from = { 'Last-Event-ID': `${id}:1` };
    expect(await readArtifacts(door, await door.subscribe(url, id, from))).toEqual(BOTH);
    const both = { ...from, ...active };
    expect(await readArtifacts(door, await door.subscribe(url, id, both))).toEqual(DATA_ALONE);
  });
});

testOverBindings('the typed client gets data alone, as it activates the extension', async () => {
  const { url } = await startServer(agent);
  const skill = (await connect<typeof agent>(url, await findClientOptions(url))).skill('report');
  const texts: string[] = [];
  for await (const event of skill.stream({})) {
    if (event.kind === 'artifact') texts.push(event.text);
  }
  expect(texts.filter((text) => text !== '')).toEqual(['Two seen']);
});
