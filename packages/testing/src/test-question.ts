import type { Message } from '@a2a-js/sdk';
import { readQuestion } from '@formwork/runtime/internal';
import type { Json, JsonSchema } from '@formwork/schema';

/** A question that a task waits on. */
export interface TestQuestion {
  /** `form` for data that fits a schema, `text` for text, `authorization` for a sign-in elsewhere. */
  readonly kind: 'form' | 'text' | 'authorization';
  /** The question as the handler asks it. */
  readonly prompt: string;
  /** The name of the form, `answer` unless the handler gives one; `undefined` without a form. */
  readonly name: string | undefined;
  /** The JSON Schema of the form; `undefined` without a form. */
  readonly schema: JsonSchema | undefined;
  /** The address at which the caller signs in; `undefined` if the handler gives none. */
  readonly url: string | undefined;
  /**
   * The number of the question in its task, from 0. A question that is asked again because its
   * answer did not fit keeps its number.
   */
  readonly number: number;
  /** All that a caller without forms reads, such as why the last answer did not fit. */
  readonly text: string;
}

/** Reads the question of a status message; returns `undefined` if the message asks none. */
export function toTestQuestion(message: Message | undefined): TestQuestion | undefined {
  const question = readQuestion(message);
  if (question === undefined || message === undefined) return undefined;
  const { prompt, form, authorization } = question;
  const withoutForm = authorization === undefined ? 'text' : 'authorization';
  return {
    kind: form === undefined ? withoutForm : 'form',
    prompt,
    name: form?.name,
    schema: form?.schema,
    url: authorization?.url,
    number: question.question,
    text: readText(message),
  };
}

/** Joins the text parts of a message. */
export function readText({ parts }: Pick<Message, 'parts'>): string {
  return parts
    .flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : []))
    .join('\n');
}

/** Names a question in an error. */
export function showQuestion({ name, prompt }: TestQuestion): string {
  return name === undefined
    ? JSON.stringify(prompt)
    : `${JSON.stringify(name)} (${JSON.stringify(prompt)})`;
}

/**
 * The answers to the questions of a task: a list, in the order of the questions, or an object with
 * an answer for each name of a form, or for each prompt.
 */
export type ScriptedAnswers = readonly Json[] | { readonly [nameOrPrompt: string]: Json };

/** A script of answers while a task uses it. */
export interface AnswerScript {
  /** Takes the answer to a question; `undefined` if the script has none. */
  take(question: TestQuestion): { readonly value: Json } | undefined;
  /** Lists the answers that no question has taken, as an error names them. */
  listUnused(): readonly string[];
}

/** Opens a script, whose answers are taken one after the other. */
export function openScript(answers: ScriptedAnswers): AnswerScript {
  return isList(answers) ? openList(answers) : openTable(answers);
}

function isList(answers: ScriptedAnswers): answers is readonly Json[] {
  return Array.isArray(answers);
}

function openList(answers: readonly Json[]): AnswerScript {
  let next = 0;
  return {
    take() {
      const value = answers[next];
      if (value === undefined) return undefined;
      next += 1;
      return { value };
    },
    listUnused: () => answers.slice(next).map((answer) => JSON.stringify(answer)),
  };
}

function openTable(answers: { readonly [nameOrPrompt: string]: Json }): AnswerScript {
  const used = new Set<string>();
  return {
    take({ name, prompt }) {
      const key = [name, prompt].find((one) => one !== undefined && Object.hasOwn(answers, one));
      const value = key === undefined ? undefined : answers[key];
      if (key === undefined || value === undefined) return undefined;
      used.add(key);
      return { value };
    },
    listUnused: () =>
      Object.keys(answers)
        .filter((key) => !used.has(key))
        .map((key) => JSON.stringify(key)),
  };
}
