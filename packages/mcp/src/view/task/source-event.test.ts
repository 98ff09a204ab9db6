import { expect, test } from 'vitest';
import { toEnvelopeSchema } from '../../catalog/envelope-schema.ts';
import { META_KEY, readAnswer } from './read-answer.ts';
import { readTool } from './shown-tool.ts';
import { readSourceEvent } from './source-event.ts';

const say = (text: string) => [{ type: 'text', text }];
const read = (result: unknown, isEnvelope = false) =>
  readSourceEvent(readAnswer(result, isEnvelope));

test('a result is data, whether the host passes structured content on or not', () => {
  const natural = { content: say('{"winner":"Ox"}'), structuredContent: { winner: 'Ox' } };
  const expected = { kind: 'result', data: { winner: 'Ox' }, text: '' };
  expect(read(natural)).toMatchObject(expected);
  expect(read({ content: natural.content })).toMatchObject(expected);
  expect(read({ content: say('only words') })).toMatchObject({
    kind: 'result',
    text: 'only words',
  });
  const envelope = { state: 'completed', output: [1], schema: 'list', text: 'One.' };
  expect(read({ structuredContent: envelope }, true)).toMatchObject({
    kind: 'result',
    data: [1],
    schema: 'list',
    text: 'One.',
  });
});

test('the last word stands beside the data, whether structured content is passed on or not', () => {
  const content = [...say('{"winner":"Ox"}'), ...say('A close one.')];
  const meta = { _meta: { [META_KEY]: { agent: 'a', conclusion: 'A close one.' } } };
  const expected = {
    kind: 'result',
    data: { winner: 'Ox' },
    text: '',
    conclusion: 'A close one.',
  };
  expect(read({ content, structuredContent: { winner: 'Ox' }, ...meta })).toMatchObject(expected);
  expect(read({ content, ...meta })).toMatchObject(expected);
  expect(read({ content: say('{"winner":"Ox"}') })).not.toHaveProperty('conclusion');
});

test('what a tool cannot promise is beside its error', () => {
  const meta = (envelope: object) => ({
    isError: true,
    content: say('for the model'),
    _meta: { [META_KEY]: { code: 'working', envelope, progress: { text: 'half', fraction: 0.5 } } },
  });
  expect(read(meta({ state: 'working', task_id: 't' }))).toEqual({
    kind: 'progress',
    taskId: 't',
    contextId: '',
    text: 'half',
    fraction: 0.5,
  });
  const question = { text: 'Where?', reply_schema: { type: 'object' } };
  expect(read(meta({ state: 'input_required', task_id: 't', question }))).toMatchObject({
    kind: 'question',
    question: { prompt: 'Where?', form: { schema: { type: 'object' } } },
  });
  expect(read(meta({ state: 'auth_required', url: 'https://a.example/' }))).toMatchObject({
    kind: 'authorization',
    url: 'https://a.example/',
  });
});

test('errors say why there is no result', () => {
  const fail = (facts: object) => ({
    isError: true,
    content: say('words'),
    _meta: { [META_KEY]: facts },
  });
  const problem = {
    pointer: '/b',
    keyword: 'required',
    expected: 'a string',
    message: 'is missing',
  };
  expect(read(fail({ code: 'input_invalid', problems: [problem, 7, {}] }))).toMatchObject({
    kind: 'failure',
    code: 'INPUT_INVALID',
    problems: [problem],
  });
  expect(read(fail({ code: 'rejected' }))).toMatchObject({ kind: 'ended', state: 'rejected' });
  expect(read(fail({ code: 'agent_unreachable' }))).toMatchObject({
    kind: 'failure',
    message: 'words',
  });
});

test.each([
  undefined,
  null,
  7,
  [],
  { content: 'x', structuredContent: null, isError: 'yes', _meta: 3 },
  { content: [null, 4, { type: 'resource', resource: 5 }, { type: 'image', data: 1 }] },
  { _meta: { [META_KEY]: { envelope: { state: 7 }, problems: {}, progress: [] } } },
  { structuredContent: { state: 'unheard of' } },
  { structuredContent: { state: 'input_required', question: 'why' } },
  { structuredContent: { state: 'working', task_id: 5 } },
])('anything at all is an event: %j', (result) => {
  for (const isEnvelope of [false, true]) {
    expect(typeof read(result, isEnvelope).kind).toBe('string');
  }
});

test('a tool is read by its definition, and the envelope is told from a result', () => {
  const output = { type: 'object', properties: { state: { type: 'string' } } } as const;
  const base = { name: 'shop_order', inputSchema: { type: 'object' } };
  const natural = readTool({ ...base, title: 'Order', outputSchema: output });
  expect(natural).toMatchObject({ title: 'Order', agent: 'shop', isEnvelope: false, output });
  const schema = toEnvelopeSchema({ outputs: [output] });
  const meta = { [META_KEY]: { agent: 'store' } };
  expect(readTool({ ...base, outputSchema: schema, _meta: meta })).toMatchObject({
    title: 'shop_order',
    agent: 'store',
    isEnvelope: true,
    output,
  });
  expect(readTool(undefined)).toMatchObject({ name: '', title: '', agent: '' });
});
