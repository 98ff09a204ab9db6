import { demoAgent } from '@formwork/demo';
import { expect } from 'vitest';
import {
  callJsonRpc,
  createMessage,
  createTaggedPart,
  type JsonRpcAnswer,
} from '../support/json-rpc.ts';
import { startServer } from '../support/start-server.ts';
import { verifies } from './verifies.ts';

const VALID = { a: 'Lion', b: 'Tiger' };
const COMPLETED = 'TASK_STATE_COMPLETED';
/** Matches the text form of a result, for callers that do not activate the extension. */
const ANY: unknown = expect.any(String);

function send(url: string, message: object, configuration?: object): Promise<JsonRpcAnswer> {
  const params = { message, ...(configuration && { configuration }) };
  return callJsonRpc(url, { method: 'SendMessage', params });
}

async function startTask(url: string, state: 'working' | 'completed'): Promise<string> {
  const part =
    state === 'completed'
      ? createTaggedPart('fightComparison', VALID)
      : createTaggedPart('contactList', {
          contacts: [{ name: 'Ada', email: 'ada@example.com' }],
          pauseMs: 10_000,
        });
  const { body } = await send(url, createMessage([part]), {
    returnImmediately: state === 'working',
  });
  return (body.result?.['task'] as { id: string }).id;
}

function reasonOf({ body }: JsonRpcAnswer): unknown {
  return body.error?.data?.[0]?.['reason'];
}

verifies(
  ['2.data-part', '2.mime-type', '3.flow', '3.validate', '3.valid', '3.new-input'],
  'a tagged part that fits starts a task that runs on it',
  async () => {
    const { url } = await startServer(demoAgent);
    const message = createMessage([createTaggedPart('fightComparison', VALID)]);
    const { status, body } = await send(url, message);
    expect(status).toBe(200);
    expect(body.result?.['task']).toMatchObject({
      status: { state: COMPLETED },
      metadata: { title: 'Who would win in a fight between Lion and Tiger?' },
      history: [{ parts: [{ data: VALID }] }],
      artifacts: [
        { parts: [{ data: { winner: expect.stringMatching(/Lion|Tiger/u) } }, { text: ANY }] },
      ],
    });
  },
);

verifies(['4.mime-type'], 'the artifact says which schema its data fits', async () => {
  const { url } = await startServer(demoAgent);
  const { body } = await send(url, createMessage([createTaggedPart('fightComparison', VALID)]));
  const mode = 'application/json;schema=fightResponse';
  expect(body.result?.['task']).toMatchObject({
    artifacts: [{ parts: [{ metadata: { mimeType: mode }, mediaType: mode }, { text: ANY }] }],
  });
});

verifies(
  ['2.data-part', '3.no-part'],
  'a text part with the tag, or a data part without it, is no structured input',
  async () => {
    const { url } = await startServer(demoAgent);
    const metadata = { mimeType: 'application/json;schema=fightComparison' };
    for (const part of [{ text: 'hello', metadata }, { data: { nothing: 'fits' } }]) {
      const { body } = await send(url, createMessage([part]));
      expect(body.error).toBeUndefined();
      expect(body.result).toHaveProperty('message');
    }
  },
);

verifies(['3.unknown-schema', '3.new-error'], 'a name nobody declared is told', async () => {
  const { url } = await startServer(demoAgent);
  const answer = await send(url, createMessage([createTaggedPart('ghost', VALID)]));
  expect(answer.body.error?.code).toBe(-32602);
  expect(reasonOf(answer)).toBe('STRUCTURED_SCHEMA_UNKNOWN');
  expect(answer.body.error?.message).toContain('"ghost"');
  expect(answer.body.error?.data?.[0]).toMatchObject({
    metadata: { knownSchemas: 'fightComparison,expenseReport,contactList,cityTrip,roadTrip' },
  });
});

verifies(['3.unknown-schema'], 'a name declared only as an output starts nothing', async () => {
  const { url } = await startServer(demoAgent);
  const result = { winner: 'Lion', probability: 1, explanation: 'Roar' };
  const answer = await send(url, createMessage([createTaggedPart('fightResponse', result)]));
  expect(reasonOf(answer)).toBe('STRUCTURED_SCHEMA_UNKNOWN');
});

verifies(
  ['3.validate', '3.invalid', '3.new-error'],
  'data that does not fit is told, field by field, and starts nothing',
  async () => {
    const { url } = await startServer(demoAgent, { openTasks: true });
    const bad = { a: 1, c: 'Tiger' };
    const answer = await send(url, createMessage([createTaggedPart('fightComparison', bad)]));
    expect(answer.body.error?.code).toBe(-32602);
    expect(reasonOf(answer)).toBe('STRUCTURED_INPUT_INVALID');
    const [, details] = answer.body.error?.data ?? [];
    expect(details).toMatchObject({ '@type': 'type.googleapis.com/google.rpc.BadRequest' });
    const fields = details?.['fieldViolations'] as { field: string }[];
    expect(fields.map(({ field }) => field).toSorted()).toEqual(['/a', '/b', '/c']);
    for (const field of ['/a', '/b', '/c']) expect(answer.body.error?.message).toContain(field);

    const list = await callJsonRpc(url, { method: 'ListTasks', params: {} });
    expect(list.body.result).toMatchObject({ totalSize: 0 });
  },
);

verifies(['2.data-part', '3.invalid'], 'data that is no object is told', async () => {
  const { url } = await startServer(demoAgent);
  for (const data of [null, [], 'text', 7]) {
    const answer = await send(url, createMessage([createTaggedPart('fightComparison', data)]));
    expect(reasonOf(answer)).toBe('STRUCTURED_INPUT_INVALID');
    expect(answer.body.error?.message).toContain('must be object');
  }
  const untagged = await send(url, createMessage([{ data: null }]));
  expect(untagged.body.error?.message).toContain('data that is null');
});

verifies(['3.first-part'], 'of several tagged parts only the first is looked at', async () => {
  const { url } = await startServer(demoAgent);
  const other = createTaggedPart('fightComparison', { a: 'Bear', b: 'Shark' });
  const good = await send(
    url,
    createMessage([
      createTaggedPart('fightComparison', VALID),
      other,
      createTaggedPart('ghost', 1),
    ]),
  );
  expect(JSON.stringify(good.body.result)).toContain('Lion scores');
  const bad = await send(url, createMessage([createTaggedPart('fightComparison', {}), other]));
  expect(reasonOf(bad)).toBe('STRUCTURED_INPUT_INVALID');
});

verifies(
  ['1.text-possible', '3.new-neither'],
  'plain text gets an answer that says what the agent takes',
  async () => {
    const { url } = await startServer(demoAgent);
    const { body } = await send(url, createMessage([{ text: 'What can you do?' }]));
    const { parts } = body.result?.['message'] as { parts: { text: string }[] };
    expect(parts[0]?.text).toContain('application/json;schema=fightComparison');
    expect(parts[0]?.text).toContain('{"a":"Superman","b":"Batman"}');
  },
);

verifies(['1.text-possible'], 'text that is an example of the card runs the skill', async () => {
  const { url } = await startServer(demoAgent);
  const { body } = await send(url, createMessage([{ text: '{"a": "Lion", "b": "Tiger"}' }]));
  expect(body.result?.['task']).toMatchObject({ status: { state: COMPLETED } });
});

for (const state of ['working', 'completed'] as const) {
  verifies(
    ['3.existing-input', '3.existing-error'],
    `any tagged part on a ${state} task is rejected for that`,
    async () => {
      const { url } = await startServer(demoAgent);
      const taskId = await startTask(url, state);
      for (const part of [
        createTaggedPart('fightComparison', VALID),
        createTaggedPart('fightComparison', {}),
        createTaggedPart('ghost', {}),
      ]) {
        const answer = await send(url, createMessage([part], { taskId }));
        expect(reasonOf(answer)).toBe('STRUCTURED_INPUT_TASK_EXISTS');
        expect(answer.body.error?.message).toContain('belongs to a task that exists');
      }
    },
  );

  verifies(['3.existing-neither'], `text on a ${state} task is refused as well`, async () => {
    const { url } = await startServer(demoAgent);
    const taskId = await startTask(url, state);
    const answer = await send(url, createMessage([{ text: 'And now?' }], { taskId }));
    expect(answer.body.error?.code).toBe(-32004);
  });
}
