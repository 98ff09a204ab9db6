import type { Message } from '@a2a-js/sdk';
import {
  createRemoteValidator,
  FOLLOW_UP_FORMS_EXTENSION_URI,
  type Json,
  type JsonSchema,
  type Problem,
  type SchemaIssue,
} from '@formwork/core';
import type { Vet } from '../discovery/load-vet.ts';
import { readText } from '../parts/read-parts.ts';
import type { CallEvent } from './call-event.ts';
import type { Outcome } from './outcome.ts';
import type { AnswerOptions } from './wait-options.ts';

interface QuestionBase<Data, Answer> {
  /** What is asked: text, never markup. */
  readonly prompt: string;
  /** The prompt with hints, and what was wrong with the last answer if there was one. */
  readonly text: string;
  /** The same number means the same question, asked again. Absent if the agent numbers none. */
  readonly number: number | undefined;
  readonly taskId: string;
  /** Answers, and waits for what comes of it. */
  answer(answer: Answer, options?: AnswerOptions): Promise<Outcome<Data>>;
  /** Answers, and gives every event from there on. */
  streamAnswer(answer: Answer, options?: AnswerOptions): AsyncGenerator<CallEvent<Data>, void>;
}

/** A question whose answer is data: the schema says which. */
export interface FormQuestion<Data = unknown> extends QuestionBase<Data, Json> {
  readonly kind: 'form';
  /** What the form is called. */
  readonly name: string;
  readonly schema: JsonSchema;
  /** What is wrong with an answer; `[]` exactly if it fits. `answer` checks it as well. */
  readonly check: (answer: unknown) => readonly Problem[];
}

/** A question whose answer is text. */
export interface TextQuestion<Data = unknown> extends QuestionBase<Data, string> {
  readonly kind: 'text';
  /** Why a form was refused that the agent sent; its answer can be given as JSON in text. */
  readonly refused: readonly SchemaIssue[];
}

/** What a task asks; `kind` tells what the answer is. */
export type Question<Data = unknown> = FormQuestion<Data> | TextQuestion<Data>;

/** What is asked, without the ways to answer. */
export type ReadQuestion =
  | Pick<FormQuestion, 'kind' | 'prompt' | 'text' | 'number' | 'name' | 'schema' | 'check'>
  | Pick<TextQuestion, 'kind' | 'prompt' | 'text' | 'number' | 'refused'>;

/** Reads the question of a status (follow-up forms, section 2); any other message is text. */
export function readQuestion(message: Message | undefined, vet: Vet): ReadQuestion {
  const text = readText(message?.parts ?? []);
  const found: unknown = message?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  const { prompt, question, form } = toRecord(found);
  const base = {
    prompt: typeof prompt === 'string' ? prompt : text,
    text,
    number: typeof question === 'number' ? question : undefined,
  };
  const { name, schema } = toRecord(form);
  if (schema === undefined) return { kind: 'text', ...base, refused: [] };
  const outcome = vet(schema);
  if (outcome.kind === 'refused') return { kind: 'text', ...base, refused: outcome.issues };
  const validator = createRemoteValidator(outcome.vetted);
  return {
    kind: 'form',
    ...base,
    name: typeof name === 'string' ? name : '',
    schema: outcome.vetted.schema,
    check: (answer) => validator.check(answer),
  };
}

/** Where a task that waits for authorization sends its caller; `undefined` unless it is a web address. */
export function readAuthorizationUrl(message: Message | undefined): string | undefined {
  const found = toRecord(message?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI]);
  const { url } = toRecord(found['authorization']);
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  return /^https?:$/u.test(new URL(url).protocol) ? url : undefined;
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
