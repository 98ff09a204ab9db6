import { demoAgent } from '@formwork/demo';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { callJsonRpc, createMessage, createTaggedPart } from './support/json-rpc.ts';
import { repetitions } from './support/repetitions.ts';
import { startServer } from './support/start-server.ts';

/** The first code point that is half of a surrogate pair; `HALVES` is their number. */
const FIRST_HALF = 0xd800;
const HALVES = 0x800;
/**
 * Generates any character but halves of surrogate pairs. `fc.string({ unit: 'binary' })` does the
 * same, but keeps a table of all 1.1 million characters.
 */
const character = fc.nat({ max: 0x10_ff_ff - HALVES }).map(
  (index) => String.fromCodePoint(index < FIRST_HALF ? index : index + HALVES),
  (text) => {
    const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (code === undefined || text !== String.fromCodePoint(code)) throw new Error('No character');
    return code < FIRST_HALF ? code : code - HALVES;
  },
);
/** Generates texts, among them names that every JavaScript object has a member for. */
const word = fc.oneof(
  fc.string({ unit: character }),
  fc.constantFrom('constructor', '__proto__', 'toString', '100 duck sized horses', '7 constructor'),
);
const filledWord = word.filter((text) => text !== '');
function between(first: string, last: string): fc.Arbitrary<string> {
  return fc
    .date({ min: new Date(first), max: new Date(last), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10));
}
const date = between('0000-01-01', '9999-12-31');
const tripDate = fc.oneof(
  between('2000-01-01', '2999-12-31'),
  fc.constantFrom('2999-12-31', '2096-02-29'),
);
const email = fc.oneof(
  fc.emailAddress(),
  word,
  fc.constantFrom('a@b.c', 'ä@example.com', 'a..b@example.com', 'a@-x.com', 'a@b_c.com', 'İ@x.com'),
  fc.tuple(word, word).map(([local, domain]) => `${local}@${domain}.com`),
);
const interests = fc.uniqueArray(fc.constantFrom('art', 'food', 'nature', 'history', 'music'));
const cents = fc.integer({ min: 1, max: 10_000_000 }).map((amount) => amount / 100);

const expense = fc
  .record({
    date,
    category: fc.constantFrom('travel', 'lodging', 'meals', 'equipment', 'other'),
    description: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
    amount: cents,
    attendees: fc.array(filledWord, { maxLength: 3 }),
  })
  .map((item) => ({ ...item, justification: 'Needed for the demonstration' }));

const inputs = {
  fightComparison: fc.record({ a: word, b: word }),
  contactList: fc.record({
    contacts: fc.array(
      fc.record({ name: filledWord, email, phone: word }, { requiredKeys: ['name', 'email'] }),
      {
        minLength: 1,
        maxLength: 12,
      },
    ),
    batchSize: fc.integer({ min: 1, max: 500 }),
    pauseMs: fc.constant(0),
  }),
  cityTrip: fc.record(
    { city: filledWord, startDate: tripDate, days: fc.integer({ min: 1, max: 14 }), interests },
    { requiredKeys: ['city', 'startDate'] },
  ),
  roadTrip: fc.record(
    {
      stops: fc.array(filledWord, { minLength: 2, maxLength: 14 }),
      startDate: tripDate,
      interests,
    },
    { requiredKeys: ['stops', 'startDate'] },
  ),
  expenseReport: fc.record(
    {
      employee: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 100 }),
      email: fc.constant('ada@example.com'),
      currency: fc.constantFrom('EUR', 'GBP', 'USD'),
      items: fc.array(expense, { minLength: 1, maxLength: 8 }),
    },
    { requiredKeys: ['employee', 'currency', 'items'] },
  ),
} satisfies Record<string, fc.Arbitrary<object>>;

/** The answers to the questions that the demo's skills ask, by the schema of the skill's input. */
const ANSWERS: Readonly<Record<string, object>> = {
  expenseReport: { approved: true, approver: 'Charles' },
  cityTrip: { days: 3 },
};

interface WireTask {
  readonly id: string;
  readonly status: { readonly state: string };
}

async function sendForTask(url: string, message: object): Promise<WireTask> {
  const { body } = await callJsonRpc(url, { method: 'SendMessage', params: { message } });
  expect(body.error).toBeUndefined();
  return body.result?.['task'] as WireTask;
}

test.each(Object.entries<fc.Arbitrary<object>>(inputs))(
  'the demo completes every task whose input fits %s',
  async (schema, arbitrary) => {
    const { url } = await startServer(demoAgent, { openTasks: true });
    const send = async (data: object): Promise<void> => {
      const message = createMessage([createTaggedPart(schema, data)]);
      const task = await sendForTask(url, message);
      const isAsking = task.status.state === 'TASK_STATE_INPUT_REQUIRED';
      const part = { data: ANSWERS[schema] };
      const done = isAsking
        ? await sendForTask(url, createMessage([part], { taskId: task.id }))
        : task;
      expect(done.status.state).toBe('TASK_STATE_COMPLETED');
    };
    await fc.assert(fc.asyncProperty(arbitrary, send), { numRuns: repetitions(200) });
  },
);

test('the demo knows inputs of every skill that it has', () => {
  expect(Object.keys(inputs).toSorted()).toEqual([...demoAgent.inputSchemas.keys()].toSorted());
});

test('a report that nobody approves fails with the reason', async () => {
  const { url } = await startServer(demoAgent, { openTasks: true });
  const item = {
    date: '2026-11-21',
    category: 'equipment',
    description: 'Engine',
    amount: 1000.01,
  };
  const data = { employee: 'Ada', currency: 'GBP', items: [item] };
  const asked = await sendForTask(url, createMessage([createTaggedPart('expenseReport', data)]));
  expect(JSON.stringify(asked)).toContain('Approve £1,000.01 for Ada?');
  const part = { data: { approved: false, approver: 'Charles' } };
  const refused = await sendForTask(url, createMessage([part], { taskId: asked.id }));
  expect(refused.status.state).toBe('TASK_STATE_FAILED');
  expect(JSON.stringify(refused)).toContain('Charles did not approve the report.');
});

test('a journey must begin where all its days can still be written', async () => {
  const { url } = await startServer(demoAgent, { openTasks: true });
  const part = createTaggedPart('roadTrip', {
    stops: ['Porto', 'Lisbon'],
    startDate: '9999-12-31',
  });
  const message = createMessage([part]);
  const { body } = await callJsonRpc(url, { method: 'SendMessage', params: { message } });
  expect(body.error?.message).toContain('startDate');
});

test('an address that the result cannot carry is rejected as a row', async () => {
  const { url } = await startServer(demoAgent, { openTasks: true });
  const emails = ['ada@example.com', 'a..b@example.com', 'a@b_c.com', ' ADA@example.com '];
  const contacts = emails.map((address) => ({ name: 'Ada', email: address }));
  const message = createMessage([createTaggedPart('contactList', { contacts, pauseMs: 0 })]);
  const { body } = await callJsonRpc(url, { method: 'SendMessage', params: { message } });
  expect(JSON.stringify(body.result)).toContain(
    '"imported":1,"duplicates":1,"rejected":[{"row":2,"reason":"\\"a..b@example.com\\" is no e-mail address"},{"row":3,',
  );
});

/** The skill in section 1 of the extension's specification, with a description of our own. */
const EXAMPLE = `{
  "id": "fight-comparison",
  "name": "Fight Comparison",
  "description": "Tells who would win a fight between two contestants, how likely that is, and why.",
  "inputModes": ["text/plain", "application/json;schema=fightComparison"],
  "outputModes": ["text/plain", "application/json;schema=fightResponse"],
  "examples": [
    "{\\"a\\": \\"Superman\\", \\"b\\": \\"Batman\\"}",
    "{\\"a\\": \\"Lion\\", \\"b\\": \\"Tiger\\"}",
    "{\\"a\\": \\"Godzilla\\", \\"b\\": \\"King Kong\\"}"
  ],
  "tags": ["comparison", "fight", "ai-analysis", "prediction"]
}`;

test.each(['1.0', '0.3'])(
  "the %s card has the extension's own example, described for people",
  async (version) => {
    const { url } = await startServer(demoAgent);
    const headers = { 'a2a-version': version };
    const response = await fetch(`${url}/.well-known/agent-card.json`, { headers });
    const { skills } = (await response.json()) as { skills: readonly { id: string }[] };
    const expected: unknown = JSON.parse(EXAMPLE);
    expect(skills.find(({ id }) => id === 'fight-comparison')).toMatchObject(expected as object);
  },
);
