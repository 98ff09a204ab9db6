import { FOLLOW_UP_FORMS_EXTENSION_URI as URI, isPeopleAddress } from '@formwork/core';
import { createExample, type Json, type Validator } from '@formwork/schema';
import { quote, getOwn, isRecord, previewJson } from '@formwork/schema/json';
import { toSchemaView } from '../card/card-view.ts';
import { isTerminal } from '../doors/dialect.ts';
import { createInvalid } from '../inputs/create-invalid.ts';
import { broken, HOLDS, UntriedError, untried } from '../rules/rule-result.ts';
import type { DoorSession, StartedTask } from '../session/door-session.ts';
import { describeCame, type DoorCheck } from './expectations.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The checks of questions and answers. */
export const FORM_CHECKS: Readonly<Record<string, DoorCheck>> = {
  async 'forms.declared'(session) {
    const { card } = session;
    readQuestion(await session.findWaiting());
    if (card.objectSchemas === undefined) return untried('the card declares no schemas');
    if (card.followUpForms !== undefined) return HOLDS;
    return broken({
      sent: 'a message whose task then asked a question with a form',
      expected: `the extension ${URI} in the card`,
      came: 'a card without it',
      change: 'Declare the extension in capabilities.extensions.',
    });
  },

  async 'forms.question'(session) {
    const { question } = readQuestion(await session.findWaiting());
    const wrong = [
      ['question', Number.isInteger(question['question']), 'a whole number'],
      ['key', typeof question['key'] === 'string', 'a text'],
      ['prompt', typeof question['prompt'] === 'string', 'a text'],
      ['assignment', isAssignment(question['assignment']), 'an object with addresses as "to"'],
    ] as const;
    const fault = wrong.find(([, isRight]) => !isRight);
    if (fault === undefined) return HOLDS;
    const [name, , expected] = fault;
    return broken({
      sent: 'a message whose task then asked a question',
      expected: `${expected} as ${quote(name)} in the metadata of the question`,
      came: previewJson(question[name]),
      change: `Put ${quote(name)} into the metadata of every question.`,
    });
  },

  async 'forms.schema'(session) {
    const { question } = readQuestion(await session.findWaiting());
    const { form } = question;
    if (form === undefined) return untried('the question has no form');
    const schema = isRecord(form) ? form['schema'] : undefined;
    const fault = findSchemaFault(schema);
    if (fault === undefined) return HOLDS;
    return broken({
      sent: 'a message whose task then asked a question with a form',
      expected: 'a self-contained JSON Schema with "$schema" as form.schema',
      came: fault,
      change: 'Send the whole schema of the answer with the question.',
    });
  },

  async 'forms.text'(session) {
    const waiting = await session.findWaiting();
    const { question } = readQuestion(waiting);
    const { prompt } = question;
    const text = waiting.settled.message?.text ?? '';
    if (text !== '' && (typeof prompt !== 'string' || text.includes(prompt))) return HOLDS;
    return broken({
      sent: 'a message whose task then asked a question',
      expected: `a text part with the prompt ${previewJson(prompt)}`,
      came: text === '' ? 'no text' : `the text ${previewJson(text)}`,
      change: 'Ask the question as text, too, for callers that do not know the extension.',
    });
  },

  async 'forms.authorization'(session) {
    const waiting = await session.findWaiting();
    const { question } = readQuestion(waiting);
    const { authorization, form } = question;
    const isAuth = waiting.settled.state === 'auth-required';
    const url: unknown = isRecord(authorization) ? authorization['url'] : undefined;
    const isRight = isAuth
      ? typeof url === 'string' && /^https?:\/\//iu.test(url) && form === undefined
      : authorization === undefined;
    if (isRight) return HOLDS;
    return broken({
      sent: 'a message whose task then asked a question',
      expected: isAuth
        ? 'an authorization with an http or https URL, and no form'
        : 'no authorization, because the state is input-required',
      came: previewJson(authorization),
      change: 'Send an authorization exactly with questions in the state auth-required.',
    });
  },

  async 'forms.other-question'(session) {
    const { door } = session;
    const waiting = await session.findWaiting();
    const { question } = readQuestion(waiting);
    const { answer } = makeAnswer(question);
    const number = question['question'];
    if (typeof number !== 'number')
      return untried('the question has no number: see forms.question');
    const { id } = waiting.settled;
    const message = toAnswer(session, { waiting, answer, number: number + 1 });
    const exchange = await session.tell(waiting.input, message);
    const now = await session.getTask(id);
    const isOpen = now.state === waiting.settled.state && findNumber(now.message) === number;
    if (isOpen) return HOLDS;
    return broken({
      sent: `an answer to the question ${number + 1}, when ${number} was open`,
      expected: 'a refusal, and the question still open',
      came:
        exchange.error === undefined ? `the task as ${now.state}` : describeCame(door, exchange),
      change: 'Compare metadata.question of an answer with the open question.',
    });
  },

  async 'forms.invalid-answer'(session) {
    const waiting = await session.findWaiting();
    const { question } = readQuestion(waiting);
    const { invalid } = makeAnswer(question);
    if (invalid === undefined) return untried('no answer was found that does not fit');
    const { id, state } = waiting.settled;
    const number = question['question'];
    if ((await session.getTask(id)).state !== state) return untried(NOT_OPEN);
    const message = toAnswer(session, { waiting, answer: invalid.data, number });
    await session.tell(waiting.input, message);
    const now = await session.getTask(id);
    if (now.state === state && findNumber(now.message) === number) return HOLDS;
    return broken({
      sent: `an answer ${invalid.about}, which does not fit the form`,
      expected: `the question ${previewJson(number)} again`,
      came: `the task as ${now.state}`,
      change: 'Validate answers by the schema of the form, and ask again.',
    });
  },

  async 'forms.valid-answer'(session) {
    const { door } = session;
    const waiting = await session.findWaiting();
    const { question } = readQuestion(waiting);
    const { answer } = makeAnswer(question);
    const { id, state } = waiting.settled;
    const open = await session.getTask(id);
    if (open.state !== state) return untried(NOT_OPEN);
    const number = question['question'];
    const exchange = await session.tell(
      waiting.input,
      toAnswer(session, { waiting, answer, number }),
    );
    const now = await session.getTask(id);
    const isNext = now.state !== state || findNumber(now.message) !== number;
    if (exchange.error === undefined && (isTerminal(now.state) || isNext)) return HOLDS;
    return broken({
      sent: `the answer ${previewJson(answer)}, which fits the form`,
      expected: 'the task to continue',
      came: exchange.error === undefined ? 'the same question' : describeCame(door, exchange),
      change: 'Take an untagged data part as the answer to a form.',
    });
  },

  async 'forms.repeated-message'(session) {
    const { card, door } = session;
    if (card.followUpForms === undefined) return untried('the card does not declare the extension');
    const { input, message, settled } = await session.findEnded();
    const exchange = await session.tell(input, message);
    const event = door.dialect.readEvent(exchange.result);
    if (event?.kind === 'task' && event.task.id === settled.id) return HOLDS;
    return broken({
      sent: 'the same message again, with the same messageId',
      expected: `the task ${settled.id} that it started`,
      came: describeCame(door, exchange),
      change: 'Remember the messageId of a message as long as its task is kept.',
    });
  },

  async 'forms.echo'(session) {
    if (session.card.followUpForms === undefined)
      return untried('the card does not declare the extension');
    const [first] = await session.startAll();
    const { headers } = first?.exchange ?? {};
    const echoed = ['a2a-extensions', 'x-a2a-extensions'].map((name) => headers?.get(name) ?? '');
    if (echoed.some((names) => names.includes(URI))) return HOLDS;
    return broken({
      sent: `a message with A2A-Extensions: ${URI}`,
      expected: 'the same URI in the header A2A-Extensions of the answer',
      came: echoed.join('') === '' ? 'no such header' : echoed.join(' '),
      change: 'Name activated extensions in the answer.',
    });
  },
};

/** An answer before this one was taken, although it was wrong. */
const NOT_OPEN = 'the question is not open any more';

/** Reads what a question says under the URI. @throws Untried if it says nothing there */
function readQuestion({ settled }: StartedTask): {
  readonly question: Fields;
} {
  const question = getOwn(settled.message?.metadata, URI);
  if (isRecord(question)) return { question };
  throw new UntriedError('the question carries no metadata of the extension');
}

function findNumber(message: StartedTask['settled']['message']): unknown {
  const question = getOwn(message?.metadata, URI);
  return isRecord(question) ? question['question'] : undefined;
}

/** Returns true for an assignment that names people (section 2.1), and for none. */
function isAssignment(value: unknown): boolean {
  if (value === undefined) return true;
  const to: unknown = isRecord(value) ? value['to'] : undefined;
  return Array.isArray(to) && to.length > 0 && to.every(isPeopleAddress);
}

/** Makes an answer to a question with a form. @throws Untried if none can be made */
function makeAnswer({ form, assignment }: Fields): {
  readonly answer: Json;
  readonly invalid: ReturnType<typeof createInvalid>;
} {
  if (assignment !== undefined) throw new UntriedError('other people have to answer the question');
  if (!isRecord(form)) throw new UntriedError('the question has no form');
  const view = toSchemaView(form['schema']);
  if (view.kind === 'refused')
    throw new UntriedError('the form has no usable schema: see forms.schema');
  const validator: Validator = view.validator;
  const answer = createExample(view.schema, validator);
  if (answer === undefined) throw new UntriedError('no answer to the form could be made');
  return { answer, invalid: createInvalid(answer, validator) };
}

function toAnswer(
  { door }: DoorSession,
  {
    waiting,
    answer,
    number,
  }: {
    readonly waiting: StartedTask;
    readonly answer: Json;
    readonly number: unknown;
  },
): Fields {
  return door.dialect.message([door.dialect.dataPart(answer)], {
    taskId: waiting.settled.id,
    ...(waiting.settled.contextId !== undefined && { contextId: waiting.settled.contextId }),
    metadata: { [URI]: { question: number } },
  });
}

/** Finds what is wrong with the schema of a form; `undefined` if nothing is. */
function findSchemaFault(schema: unknown): string | undefined {
  if (!isRecord(schema)) return schema === undefined ? 'no schema' : previewJson(schema);
  if (typeof schema['$schema'] !== 'string') return 'a schema without "$schema"';
  const view = toSchemaView(schema);
  return view.kind === 'refused' ? `a schema that cannot be used: ${view.reason}` : undefined;
}
