import type { Question } from '@formwork/client';
import type { Json, JsonSchema } from '@formwork/schema';
import { isSecretField, isSecretQuestion, SUBSCHEMA_FORMS } from '@formwork/schema/internal';
import { isRecord, findChangedValue } from '@formwork/schema/json';
import { inputRequired, type InputRequiredResult } from '@modelcontextprotocol/server';
import { toSlug } from '../catalog/name-tools.ts';
import { flattenSchema } from '../elicitation/flatten-schema.ts';
import type { FlatForm } from '../elicitation/form-field.ts';
import { toCleanText } from '../text/to-clean-text.ts';
import { withoutUsers } from './sign-in-address.ts';

/** The number of characters up to which a question's text is searched for requests for secrets. */
const MAX_TEXT = 5000;

/** The highest number of fields in a form for a person; larger forms are left to the model. */
const MAX_FIELDS = 12;

/**
 * The highest number of characters in the schema of a form for a person, because a field may offer
 * very many choices.
 */
const MAX_FORM = 200_000;

/**
 * Returns the name under which a host sends the answer to a question: the name of its form, else
 * `answer`.
 */
export function toAnswerKey(question: Question): string {
  const name = question.kind === 'form' ? toSlug(question.name).slice(0, 64) : '';
  return name === '' ? 'answer' : name;
}

/** The name under which a host sends the outcome of a sign-in. */
export const AUTHORIZATION_KEY = 'authorization';

/** Whether and how a question can be put to a person through the host. */
export type QuestionRoute =
  | { readonly kind: 'form'; readonly form: FlatForm }
  | { readonly kind: 'impossible' }
  /** A question that seems to ask for a secret, which forms of MCP must not do. */
  | { readonly kind: 'secret'; readonly field: string };

const TEXT_FORM: FlatForm = {
  fields: [
    {
      key: 'reply',
      path: [],
      schema: { type: 'string', title: 'Reply', minLength: 1 },
      kind: 'raw',
      required: true,
      orNull: false,
    },
  ],
  fixed: [],
  requestedSchema: {
    type: 'object',
    properties: { reply: { type: 'string', title: 'Reply', minLength: 1 } },
    required: ['reply'],
  },
};

/**
 * Decides whether a question can be put to a person, and makes the form for it; the same question
 * always gives the same form.
 */
export function toQuestionRoute(question: Question): QuestionRoute {
  // Other people have to answer it, so the person at the host is not asked.
  if (question.assignment !== undefined) return { kind: 'impossible' };
  // Checks the text that a person would see.
  if (asksForSecret(toQuestionText(question))) {
    return { kind: 'secret', field: 'the question' };
  }
  if (question.kind === 'text') return { kind: 'form', form: TEXT_FORM };
  const field = findSecretField(question.schema);
  if (field !== undefined) return { kind: 'secret', field };
  const form = flattenSchema(question.schema, { maxFields: MAX_FIELDS });
  if (form === undefined) return { kind: 'impossible' };
  const isLarge = JSON.stringify(form.requestedSchema).length > MAX_FORM;
  return isLarge ? { kind: 'impossible' } : { kind: 'form', form };
}

/**
 * Returns what a person has to read of a question. Agents that do not know the extension, and so
 * number nothing, may have put a part of it into data, which is in the text alone.
 */
function toQuestionText({ number, prompt, text }: Question): string {
  return number === undefined ? text || prompt : prompt || text;
}

/** Makes the request that asks the host to show a person a form. */
export function toFormRequest(
  question: Question,
  {
    label,
    form,
    problem,
    note,
    state,
  }: {
    readonly label: string;
    readonly form: FlatForm;
    /** The fault of the last answer; `undefined` if the question is asked for the first time. */
    readonly problem: string | undefined;
    /** Words for the person about an answer to an earlier question; default none. */
    readonly note?: string | undefined;
    /** The encrypted handle of the task, which the host sends back with the answer. */
    readonly state: string;
  },
): InputRequiredResult {
  const words = toCleanText(toQuestionText(question), { most: 2000 });
  const again = problem === undefined ? '' : `\nThe last answer did not fit: ${problem}`;
  const before = note === undefined ? '' : `\n${note}`;
  const message = `The remote agent "${label}" asks: ${words}${again}${before}`;
  const request = inputRequired.elicit({
    message,
    requestedSchema: form.requestedSchema as Parameters<
      typeof inputRequired.elicit
    >[0]['requestedSchema'],
  });
  return inputRequired({
    inputRequests: { [toAnswerKey(question)]: request },
    requestState: state,
  });
}

/**
 * Makes the request that asks the host to send a person to an address, such as that of a sign-in.
 */
export function toUrlRequest(
  url: string,
  {
    label,
    text,
    note,
    state,
  }: {
    readonly label: string;
    readonly text: string;
    /** Words for the person about an answer to an earlier question; default none. */
    readonly note?: string | undefined;
    /** The encrypted handle of the task, which the host sends back with the answer. */
    readonly state: string;
  },
): InputRequiredResult {
  const { host } = new URL(url);
  const before = note === undefined ? '' : `\n${note}`;
  const message = `The remote agent "${label}" wants you to sign in or to consent at ${host}: ${withoutUsers(toCleanText(text, { most: 1000 }))}${before}`;
  const request = inputRequired.elicitUrl({ message, url });
  return inputRequired({ inputRequests: { [AUTHORIZATION_KEY]: request }, requestState: state });
}

/** The answer of a person if it fits the question, or else its problem. */
export type ReadAnswer =
  | { readonly kind: 'fits'; readonly value: Json }
  | { readonly kind: 'invalid'; readonly problem: string };

/**
 * Reads the answer from a form that a person has filled in, and checks it with the question's own
 * schema.
 */
export function readAnswer(
  question: Question,
  {
    form,
    content,
  }: { readonly form: FlatForm; readonly content: Readonly<Record<string, unknown>> },
): ReadAnswer {
  const rebuilt = rebuildValue(form, content);
  if (rebuilt.kind === 'unreadable') return { kind: 'invalid', problem: rebuilt.problem };
  const { value } = rebuilt;
  if (question.kind === 'text') {
    if (typeof value === 'string' && value.trim() !== '') return { kind: 'fits', value };
    return { kind: 'invalid', problem: 'a reply is needed' };
  }
  const problems = question.check(value);
  if (problems.length === 0) return { kind: 'fits', value };
  const lines = problems
    .slice(0, 5)
    .map(({ pointer, message }) => `${pointer === '' ? 'it' : pointer} ${message}`);
  return { kind: 'invalid', problem: toCleanText(lines.join('; '), { most: 800 }) };
}

/**
 * Finds the first field of a schema that seems to ask for a secret; `undefined` if none does. Forms
 * of MCP must not ask for secrets, because the answers pass through the host and stay in its logs.
 */
export function findSecretField(schema: JsonSchema): string | undefined {
  return find(schema, '');
}

/** True if a question in words seems to ask for a secret, either as it came or as it is shown. */
export function asksForSecret(text: string): boolean {
  return isSecretQuestion(toVisibleText(text)) || isSecretQuestion(text);
}

function find(schema: unknown, name: string): string | undefined {
  if (!isRecord(schema)) return undefined;
  const { title, description } = schema;
  const shown = {
    ...schema,
    ...(typeof title === 'string' && { title: toVisibleText(title) }),
    ...(typeof description === 'string' && { description: toVisibleText(description) }),
  };
  if (isSecretField(shown, toVisibleText(name))) {
    return name === '' ? (typeof title === 'string' ? title : 'the whole answer') : name;
  }
  for (const [keyword, shape] of SUBSCHEMA_FORMS) {
    const value = schema[keyword];
    const maps = shape === 'maps' && isRecord(value) ? Object.values(value) : [value];
    const members: readonly (readonly [string, unknown])[] =
      shape === 'map' || shape === 'maps'
        ? maps.flatMap((map) => (isRecord(map) ? Object.entries(map) : []))
        : [value].flat().map((subschema) => [name, subschema] as const);
    for (const [inner, member] of members) {
      const isProperty = keyword === 'properties';
      const secret = find(member, isProperty ? inner : name === '' ? '' : name);
      if (secret !== undefined) return secret;
    }
  }
  return undefined;
}

/**
 * Returns a text as a person would read it, so that invisible characters inside a word cannot hide
 * it from the search for secrets.
 */
function toVisibleText(text: string): string {
  return toCleanText(text, { most: MAX_TEXT });
}

/** A value rebuilt from a form, or the problem of a field that cannot be read. */
type RebuiltValue =
  | { readonly kind: 'rebuilt'; readonly value: Json }
  | { readonly kind: 'unreadable'; readonly problem: string };

/**
 * Rebuilds, from the flat fields of a form, the value that the form's schema describes. It does not
 * decide whether the value fits the schema.
 */
export function rebuildValue(
  { fields, fixed }: FlatForm,
  content: Readonly<Record<string, unknown>>,
): RebuiltValue {
  const answer: { root: unknown } = { root: undefined };
  for (const { path, value, always } of fixed)
    if (always) setValueAt(answer, path, structuredClone(value));
  for (const { key, path, kind, orNull } of fields) {
    const input = Object.hasOwn(content, key) ? content[key] : undefined;
    const isEmpty = input === undefined || input === '' || input === null;
    if (isEmpty && !orNull) continue;
    const read = isEmpty ? { value: null } : toValue(input, kind);
    if (read === undefined) {
      const shown = JSON.stringify(input).slice(0, 80);
      return {
        kind: 'unreadable',
        problem: `"${key}" must be JSON but is ${shown}`,
      };
    }
    setValueAt(answer, path, read.value);
  }
  for (const { path, value, always } of fixed) {
    if (!always && hasParent(answer.root, path)) setValueAt(answer, path, value);
  }
  return { kind: 'rebuilt', value: (answer.root === undefined ? {} : answer.root) as Json };
}

function toValue(input: unknown, kind: 'raw' | 'json'): { readonly value: unknown } | undefined {
  if (kind === 'raw' || typeof input !== 'string') return { value: input };
  try {
    const value: unknown = JSON.parse(input);
    return findChangedValue(input, value) === undefined ? { value } : undefined;
  } catch {
    return undefined;
  }
}

function setValueAt(answer: { root: unknown }, path: readonly string[], value: unknown): void {
  if (path.length === 0) {
    answer.root = value;
    return;
  }
  if (!isRecord(answer.root)) answer.root = {};
  let parent = answer.root as Record<string, unknown>;
  for (const name of path.slice(0, -1)) {
    const next = Object.hasOwn(parent, name) ? parent[name] : undefined;
    const inner = isRecord(next) ? (next as Record<string, unknown>) : {};
    define(parent, name, inner);
    parent = inner;
  }
  define(parent, path.at(-1) ?? '', value);
}

/** Sets a property even if its name is "__proto__", which an assignment would not do. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  const descriptor = { value, writable: true, enumerable: true, configurable: true };
  Object.defineProperty(target, name, descriptor);
}

function hasParent(root: unknown, path: readonly string[]): boolean {
  let parent = root;
  for (const name of path.slice(0, -1)) {
    if (!isRecord(parent) || !Object.hasOwn(parent, name)) return false;
    parent = parent[name];
  }
  return isRecord(parent);
}
