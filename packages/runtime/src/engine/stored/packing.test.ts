import type { Message, Part } from '@a2a-js/sdk';
import { expect, test } from 'vitest';
import { newTask } from '../../testing/samples.ts';
import type { NewTask } from '../task-engine.ts';
import type { Invocation } from '../task-snapshot.ts';
import { decodeOrigin, encodeOrigin } from './packing.ts';

const DATA = { a: 'Lion', b: '', list: [] };

const TAGGED: Part = {
  content: { $case: 'data', value: DATA },
  metadata: { mimeType: 'application/json;schema=fight' },
  filename: '',
  mediaType: 'application/json;schema=fight',
};

const RAW: Part = {
  content: { $case: 'raw', value: Buffer.from([0, 255]) },
  metadata: undefined,
  filename: 'x.bin',
  mediaType: '',
};

function createStructured(data: unknown): Invocation {
  return {
    kind: 'structured',
    skillId: 'fight',
    schema: 'fight',
    data,
    acceptedOutputModes: [],
  };
}

function createTask(task: Partial<NewTask>, message: Partial<Message> = {}): NewTask {
  const base = newTask();
  const own = { taskId: base.id, contextId: base.contextId };
  return { ...base, ...task, message: { ...base.message, ...own, ...message } };
}

const TASKS: readonly (readonly [string, NewTask])[] = [
  ['text', createTask({})],
  [
    'an empty text',
    createTask({ invocation: { kind: 'text', text: '', acceptedOutputModes: [] } }),
  ],
  [
    'a text of a skill, for somebody who reads little',
    createTask({
      invocation: { kind: 'text', skillId: '', text: 'x', acceptedOutputModes: ['text/plain'] },
    }),
  ],
  ['data of a part', createTask({ invocation: createStructured(DATA) }, { parts: [RAW, TAGGED] })],
  [
    'data that only looks like that of a part',
    createTask({ invocation: createStructured({ ...DATA }) }, { parts: [TAGGED] }),
  ],
  ['data that was text', createTask({ invocation: createStructured('') }, { parts: [] })],
  ['metadata', createTask({ metadata: { title: '' } }, { metadata: { empty: '' } })],
  ['ids of no task', createTask({}, { messageId: '', taskId: '', contextId: '' })],
  ['ids of another task', createTask({}, { taskId: 'other', contextId: 'elsewhere' })],
  ['extensions', createTask({}, { extensions: ['https://e.example'], referenceTaskIds: ['t'] })],
];

test.each(TASKS)('what a task comes from is as it was: %s', (_, task) => {
  const { message, metadata, invocation } = task;
  expect(decodeOrigin(encodeOrigin(task), task)).toEqual({ message, metadata, invocation });
});

test('an input is stored once', () => {
  const long = { text: 'x'.repeat(1_000) };
  const part: Part = { ...TAGGED, content: { $case: 'data', value: long } };
  const task = createTask({ invocation: createStructured(long) }, { parts: [part] });
  expect(encodeOrigin(task).length).toBeLessThan(1_400);
});

test('what earlier versions wrote is read', () => {
  const task = createTask({ invocation: createStructured(DATA) }, { parts: [TAGGED, RAW] });
  const { message, metadata, invocation } = task;
  const content = { $case: 'raw', value: RAW.content?.$case === 'raw' && 'AP8=' };
  const text = JSON.stringify({
    message: { ...message, parts: [TAGGED, { ...RAW, content }] },
    metadata,
    invocation,
  });
  expect(decodeOrigin(text, task)).toEqual({ message, metadata, invocation });
});
