import { SendMessageResponse, StreamResponse, Task } from '@a2a-js/sdk';
import { afterEach, expect, test, vi } from 'vitest';
import { readPayload, readTask } from './protocol-json.ts';

afterEach(() => void vi.unstubAllGlobals());

const parts = [
  { text: 'Hi', metadata: { mimeType: 'a/b' } },
  { text: 5 },
  { raw: 'AP8=', filename: 'a.bin', mediaType: 'a/b' },
  { raw: '-_8', media_type: 'a/b' },
  { url: 'http://a.example/' },
  { data: { a: [1, null] } },
  { data: null },
  {},
];
const message = {
  messageId: 'm',
  role: 'ROLE_AGENT',
  parts,
  extensions: ['e', 1],
  reference_task_ids: ['t'],
};
const artifact = { artifact_id: 'a', name: 'n', parts, extensions: 'none' };
const status = { state: 'TASK_STATE_INPUT_REQUIRED', message, timestamp: '2026-01-01T00:00:00Z' };
const task = {
  id: 't',
  context_id: 'c',
  status,
  artifacts: [artifact],
  history: [message, { role: 'ROLE_OTHER', task_id: 't' }],
  metadata: { a: 1 },
};

const ANSWERS: readonly object[] = [
  { task },
  { message },
  { task: { id: 7, status: {}, artifacts: null, history: {}, metadata: 'none' } },
  { statusUpdate: { taskId: 't', contextId: 'c', status, metadata: {} } },
  { status_update: { task_id: 't', status: { state: 'TASK_STATE_NEW' } } },
  { artifactUpdate: { taskId: 't', artifact, append: true, lastChunk: 1 } },
  { artifact_update: { task_id: 't', last_chunk: true } },
  { other: true },
];

test.each(ANSWERS)('%j is read as the SDK reads it', (answer) => {
  expect(readPayload(answer)).toEqual(StreamResponse.fromJSON(answer).payload);
  if ('task' in answer) expect(readTask(answer.task)).toEqual(Task.fromJSON(answer.task));
  if ('task' in answer || 'message' in answer) {
    expect(readPayload(answer)).toEqual(SendMessageResponse.fromJSON(answer).payload);
  }
});

test.each([
  { task: { artifacts: [null] } },
  { task: { artifacts: [{ parts: [null] }] } },
  { task: { history: [null] } },
  { message: { parts: [{ raw: 5 }] } },
])('%j is an error, as for the SDK', (answer) => {
  expect(() => StreamResponse.fromJSON(answer)).toThrow(TypeError);
  expect(() => readPayload(answer)).toThrow('must be');
});

test('files are read where there is no Buffer', () => {
  const withBuffer = readTask(task).artifacts[0]?.parts.map(({ content }) => content);
  vi.stubGlobal('Buffer', undefined);
  const without = readTask(task).artifacts[0]?.parts.map(({ content }) => content);
  vi.unstubAllGlobals();
  expect(without?.[2]).toEqual({ $case: 'raw', value: Uint8Array.of(0, 255) });
  expect(without?.[3]).toEqual({ $case: 'raw', value: Uint8Array.of(251, 255) });
  expect(withBuffer?.[3]).toMatchObject({ value: Buffer.from([251, 255]) });
});
