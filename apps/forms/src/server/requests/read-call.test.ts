import { expect, test } from 'vitest';
import { readBody, readMessage, readTask } from './read-call.ts';

test.each([
  { kind: 'input', messageId: 'm', skillId: 's', schema: '', data: null },
  { kind: 'input', messageId: 'm', contextId: 'c', skillId: 's', schema: 'n', data: { a: [1] } },
  { kind: 'text', messageId: 'm', text: '' },
  {
    kind: 'text',
    messageId: 'm',
    text: '',
    files: [{ kind: 'bytes', name: 'a.png', mediaType: 'image/png', base64: 'aGk=' }],
  },
  {
    kind: 'input',
    messageId: 'm',
    skillId: 's',
    schema: '',
    data: {},
    files: [{ kind: 'bytes', name: '', mediaType: '', base64: '' }],
  },
  { kind: 'text', messageId: 'm', skillId: 's', text: 'x' },
  { kind: 'answer', messageId: 'm', taskId: 't', answer: false },
  { kind: 'answer', messageId: 'm', skillId: 's', taskId: 't', answer: 'x', question: 2 },
  { kind: 'proceed', messageId: 'm', taskId: 't' },
  { kind: 'proceed', messageId: 'm', taskId: 't', question: 0 },
])('readMessage() takes %j, and nothing beside it', (message) => {
  expect(readMessage({ ...message, other: 1 })).toEqual(message);
});

test.each([
  [7, 'message must be an object: current value is 7'],
  [[], 'message must be an object: current value is an array'],
  [
    { kind: 'shell', messageId: 'm' },
    'message.kind must be one of input, text, answer, proceed: current value is "shell"',
  ],
  [{ kind: 'text', text: 'x' }, 'message.messageId must be text that is not empty'],
  [{ kind: 'text', messageId: 'm' }, 'message.text must be text: current value is absent'],
  [{ kind: 'text', messageId: 'm', text: 'x', contextId: 1 }, 'message.contextId must be text of'],
  [
    { kind: 'text', messageId: 'm'.repeat(10_001), text: 'x' },
    'message.messageId must be text of at most 10000 characters',
  ],
  [
    { kind: 'input', messageId: 'm', skillId: 's', schema: 's' },
    'message.data must be any JSON: current value is absent',
  ],
  [
    { kind: 'answer', messageId: 'm', taskId: 't', answer: 1, question: 'x' },
    'message.question must be a whole number: current value is "x"',
  ],
  [
    { kind: 'text', messageId: 'm', text: '', files: {} },
    'message.files must be a list of at most',
  ],
  [
    { kind: 'text', messageId: 'm', text: '', files: [{ kind: 'bytes', name: 1, mediaType: '' }] },
    'message.files[0].name must be text of at most 10000 characters: current value is 1',
  ],
  [
    {
      kind: 'text',
      messageId: 'm',
      text: '',
      files: [{ kind: 'url', name: '', mediaType: '', url: 'http://10.0.0.1' }],
    },
    'message.files[0].kind must be bytes: current value is "url"',
  ],
  [
    {
      kind: 'text',
      messageId: 'm',
      text: '',
      files: [{ kind: 'bytes', name: '', mediaType: '', base64: 'a b=' }],
    },
    'message.files[0].base64 must be bytes in base64: current value is "a b="',
  ],
])('readMessage() refuses %j', (message, problem) => {
  expect(() => readMessage(message)).toThrow(`Cannot read the request because ${problem}`);
});

test('readTask() and readBody() take what they must have', () => {
  expect(readTask({ taskId: 't', skillId: 's', x: 1 })).toEqual({ taskId: 't', skillId: 's' });
  expect(() => readTask({ taskId: '' })).toThrow('task.taskId must be text that is not empty');
  expect(() => readTask(undefined)).toThrow('task must be an object: current value is absent');
  expect(() => readBody([])).toThrow('its body must be an object: current value is an array');
});
