import { connect, toAgentSource, type Question } from '@formwork/client';
import { expect, test } from 'vitest';
import { connectHost } from '../mcp/hosts.ts';
import { collect } from '../support/event-stream.ts';
import { startRawAgent } from '../support/raw-agent.ts';
import { runKept } from '../support/run-kept.ts';

// Agents that know no extension for forms send one as data of their question, as the expense sample
// of A2A does: a JSON Schema, values that are filled in already, and words.

const FORM = {
  type: 'object',
  properties: {
    date: { type: 'string', format: 'date', title: 'Date' },
    amount: { type: 'string', format: 'number', title: 'Amount' },
    request_id: { type: 'string', title: 'Request ID' },
  },
  required: ['date', 'amount', 'request_id'],
};

const EXPENSE = {
  type: 'form',
  form: FORM,
  form_data: { date: '<transaction date>', amount: '12.50', request_id: 'request_id_7' },
  instructions: 'When was it?',
};

/** Starts an agent that asks with these parts, and completes with the parts of the answer. */
function startAsking(parts: readonly object[]): Promise<string> {
  return startRawAgent(
    ({ method, params, reply }) => {
      const { message } = params as { readonly message?: { taskId?: string; parts: object[] } };
      const isAnswer = message?.taskId === 't';
      const task = {
        id: 't',
        contextId: 'c',
        status: isAnswer
          ? { state: 'TASK_STATE_COMPLETED' }
          : {
              state: 'TASK_STATE_INPUT_REQUIRED',
              message: { messageId: 'q', role: 'ROLE_AGENT', parts },
            },
        artifacts: isAnswer ? [{ artifactId: 'a', parts: message?.parts }] : [],
      };
      reply(method === 'GetTask' ? task : { task });
    },
    { capabilities: {} },
  );
}

async function ask(parts: readonly object[]): Promise<Question> {
  const outcome = await (await connect(await startAsking(parts))).send('I bought a lamp.');
  if (outcome.state !== 'input-required') throw new Error(`The task is ${outcome.state}.`);
  return outcome.question;
}

test('a form in a data part is a form with its values, which data answers', async () => {
  const question = await ask([{ data: EXPENSE }]);
  if (question.kind !== 'form') throw new Error('The question has no form.');
  expect(question).toMatchObject({ prompt: 'When was it?', text: 'When was it?' });
  // A value that does not fit, such as a hint in place of a date, is left out.
  expect(question.schema).toEqual({
    ...FORM,
    properties: {
      date: FORM.properties.date,
      amount: { ...FORM.properties.amount, default: '12.50' },
      request_id: { ...FORM.properties.request_id, default: 'request_id_7' },
    },
  });
  await expect(question.answer({ date: 'soon' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  const answer = { date: '2027-01-02', amount: '12.50', request_id: 'request_id_7' };
  expect(await question.answer(answer)).toMatchObject({ state: 'completed', data: answer });
});

test('a schema by itself is a form, and an unsafe one is refused with the reason', async () => {
  expect(await ask([{ text: 'Fill this in.' }, { data: FORM }])).toMatchObject({
    kind: 'form',
    prompt: 'Fill this in.',
    schema: FORM,
  });
  const elsewhere = { type: 'object', properties: { a: { $ref: 'https://evil.example/x' } } };
  expect(await ask([{ data: { form: elsewhere } }])).toMatchObject({
    kind: 'text',
    refused: [{ code: 'schema-reference-unresolved' }],
  });
});

test.each([
  ['requested_schema', { requested_schema: FORM, message: 'Fill this in.' }],
  ['inputSchema', { inputSchema: FORM, prompt: 'Fill this in.' }],
  [
    'a form with its look',
    { type: 'form', form: { schema: FORM, uiSchema: {} }, message: 'Fill this in.' },
  ],
])('a form is known by the names that agents give it: %s', async (_, data) => {
  expect(await ask([{ data }])).toMatchObject({
    kind: 'form',
    text: 'Fill this in.',
    schema: FORM,
  });
});

test('the words and values of a form within a form are all there', async () => {
  const form = { schema: FORM, instructions: 'With the tip.', values: { amount: '12.50' } };
  const question = await ask([
    { data: { form, message: 'When was it?', values: { request_id: 'request_id_7' } } },
  ]);
  expect(question).toMatchObject({
    text: 'When was it?\nWith the tip.',
    schema: {
      properties: { amount: { default: '12.50' }, request_id: { default: 'request_id_7' } },
    },
  });
});

test.each([
  ['the JSON of a schema', { text: JSON.stringify(FORM, undefined, 2) }, {}],
  ['JSON of its media type', { text: JSON.stringify(FORM), mediaType: 'application/json' }, {}],
  ['the JSON of a form', { text: ` ${JSON.stringify(EXPENSE)}\n` }, { default: '12.50' }],
])('a form is a text as well that is nothing but %s', async (_, part, amount) => {
  const question = await ask([{ text: 'Fill this in.' }, part]);
  expect(question).toMatchObject({
    kind: 'form',
    prompt: 'Fill this in.',
    schema: { required: FORM.required, properties: { amount } },
  });
  expect(question.text).not.toContain('{');
});

test.each([
  `Is this right? ${JSON.stringify(FORM)}`,
  `${JSON.stringify(FORM)} Is this right?`,
  '{"type":"object","properties":{"color":"red"}}',
  '{"type":"object","properties":',
  '{"type":"object","properties":{"id":{"type":"integer","maximum":9007199254740993}}}',
])('a text with other words, or of other data, stays one: %s', async (text) => {
  expect(await ask([{ text }])).toMatchObject({ kind: 'text', prompt: text, text, refused: [] });
});

const WHEN = { type: 'object', properties: { date: FORM.properties.date }, required: ['date'] };
const MUCH = { type: 'object', properties: { amount: FORM.properties.amount } };

test.each<readonly [string, object, object]>([
  [
    'refers to it',
    { $ref: '#/$defs/Form', $defs: { Form: FORM } },
    { allOf: [{ properties: { amount: { default: '12.50' } } }] },
  ],
  [
    'joins several',
    { allOf: [{ $ref: '#/definitions/when' }, MUCH], definitions: { when: WHEN } },
    { allOf: [{}, { properties: { amount: { default: '12.50' } } }] },
  ],
  [
    'lets choose one',
    { title: 'Either', anyOf: [MUCH, WHEN] },
    { anyOf: [{ properties: { amount: { default: '12.50' } } }, WHEN] },
  ],
])('a schema is a form whose root %s', async (_, schema, filled) => {
  expect(await ask([{ data: schema }])).toMatchObject({ kind: 'form', schema });
  const question = await ask([{ data: { schema, values: { amount: '12.50', other: 1 } } }]);
  if (question.kind !== 'form') throw new Error('The question has no form.');
  expect(question).toMatchObject({ schema: filled, text: '' });
  const data = { date: '2027-01-02', amount: '1', request_id: 'x' };
  expect(await question.answer(data)).toMatchObject({ state: 'completed', data });
});

test.each([
  { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } },
  { $ref: '#/$defs/none', $defs: {} },
  { allOf: [{ if: {}, then: {} }] },
  { oneOf: [MUCH, { price: 1 }] },
  { anyOf: [] },
])('%j is shown as the data that it is', async (data) => {
  expect(await ask([{ data }])).toMatchObject({ kind: 'text', refused: [] });
});

test('data beside a form is shown, and data that only looks like a form', async () => {
  const receipt = { shop: 'Lamps & Co' };
  const question = await ask([{ data: { ...EXPENSE, receipt } }]);
  expect(question).toMatchObject({
    kind: 'form',
    text: `When was it?\n${JSON.stringify({ receipt }, undefined, 2)}`,
  });
  const lamp = { type: 'object', properties: { color: 'red' } };
  expect(await ask([{ data: lamp }])).toMatchObject({
    kind: 'text',
    text: JSON.stringify(lamp, undefined, 2),
    refused: [],
  });
});

test('other data of a question is shown', async () => {
  const flights = { flights: [{ no: 'LH 7', price: 90 }] };
  const question = await ask([{ text: 'Which one?' }, { data: flights }]);
  expect(question).toMatchObject({ kind: 'text', prompt: 'Which one?' });
  expect(question.text).toBe(`Which one?\n${JSON.stringify(flights, undefined, 2)}`);
  expect((await ask([{ data: flights }])).prompt).toContain('LH 7');
});

test('a form in a data part reaches pages, hosts and the terminal', async () => {
  const url = await startAsking([{ data: EXPENSE }]);
  const message = { kind: 'text', text: 'A lamp.', messageId: 'm', skillId: 'echo' } as const;
  const events = await collect(toAgentSource(await connect(url)).send(message));
  expect(events.at(-1)).toMatchObject({
    question: { prompt: 'When was it?', form: { schema: { required: FORM.required } } },
  });
  const host = await connectHost('new http', { agents: [{ alias: 'shop', url }] });
  const { content } = await host.call('shop_echo', { message: 'A lamp.' });
  expect(JSON.stringify(content)).toContain('request_id_7');
  const called = await runKept(['call', url, 'echo', 'A lamp.', '--output', 'json']);
  expect(called).toMatchObject({ code: 5 });
  expect(called.stderr).toContain('request_id_7');
  const answer = { date: '2027-01-02', amount: '1', request_id: 'x' };
  const flags = ['--answer', JSON.stringify(answer)];
  const answered = await runKept(['call', url, 'echo', 'A lamp.', ...flags]);
  expect(JSON.parse(answered.stdout)).toEqual(answer);
});
