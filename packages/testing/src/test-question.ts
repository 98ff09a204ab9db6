import type { Message } from '@a2a-js/sdk';
import type { Principal } from '@formwork/core';
import { readQuestion, toMessageText } from '@formwork/runtime/internal';
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
  /** The people that the question is given to; `undefined` if the caller is asked. */
  readonly assignment: TestAssignment | undefined;
  /** All that a caller without forms reads, such as why the last answer did not fit. */
  readonly text: string;
}

/** The people who get a question, and who has taken it. */
export interface TestAssignment {
  /** The addresses of those who may answer, such as `role:approver` or `user:kim`. */
  readonly to: readonly string[];
  /** What these people see beside the question; `undefined` if there is nothing. */
  readonly about: Json | undefined;
  readonly fourEyes: boolean;
  /** The id of the person who has taken the question; `undefined` while it is free. */
  readonly claimedBy: string | undefined;
  readonly isOverdue: boolean;
}

/** Reads the question of a status message; returns `undefined` if the message asks none. */
export function toTestQuestion(message: Message | undefined): TestQuestion | undefined {
  const question = readQuestion(message);
  if (question === undefined || message === undefined) return undefined;
  const { prompt, form, authorization, assignment } = question;
  const withoutForm = authorization === undefined ? 'text' : 'authorization';
  return {
    kind: form === undefined ? withoutForm : 'form',
    prompt,
    name: form?.name,
    schema: form?.schema,
    url: authorization?.url,
    number: question.question,
    assignment: assignment && {
      to: assignment.to,
      // It was sent as JSON.
      about: assignment.about as Json | undefined,
      fourEyes: assignment.fourEyes === true,
      claimedBy: assignment.claimedBy,
      isOverdue: assignment.stage === 'overdue',
    },
    text: toMessageText(message),
  };
}

export { toMessageText };

/** Names a question in an error. */
export function showQuestion({ name, prompt }: TestQuestion): string {
  return name === undefined
    ? JSON.stringify(prompt)
    : `${JSON.stringify(name)} (${JSON.stringify(prompt)})`;
}

/** Marks the answer of another person, so that no JSON is taken for it. */
const PERSON: unique symbol = Symbol('person');

/** An answer that another person than the caller gives, made by {@link answerAs}. */
export interface PersonAnswer {
  readonly [PERSON]: Principal;
  readonly value: Json;
}

/**
 * Makes a scripted answer that another person than the task's caller gives, for a question that the
 * handler gives to them.
 *
 * @example
 * ```ts
 * import { answerAs } from '@formwork/testing';
 *
 * const kim = { id: 'kim', scopes: ['role:approver'] };
 * const answers = { decision: answerAs(kim, { approved: true }) };
 * ```
 */
export function answerAs(person: Principal, value: Json): PersonAnswer {
  return { [PERSON]: person, value };
}

/** A scripted answer: of the caller, or of another person. */
export type ScriptedAnswer = Json | PersonAnswer;

/**
 * The answers to the questions of a task: a list, in the order of the questions, or an object with
 * an answer for each name of a form, or for each prompt.
 */
export type ScriptedAnswers =
  | readonly ScriptedAnswer[]
  | { readonly [nameOrPrompt: string]: ScriptedAnswer };

/** An answer that was taken from a script, and who gives it; without a person, the caller does. */
interface TakenAnswer {
  readonly value: Json;
  readonly as?: Principal;
}

/** A script of answers while a task uses it. */
export interface AnswerScript {
  /** Takes the answer to a question; `undefined` if the script has none. */
  take(question: TestQuestion): TakenAnswer | undefined;
  /** Lists the answers that no question has taken, as an error names them. */
  listUnused(): readonly string[];
}

/** Opens a script, whose answers are taken one after the other. */
export function openScript(answers: ScriptedAnswers): AnswerScript {
  return isList(answers) ? openList(answers) : openTable(answers);
}

function isList(answers: ScriptedAnswers): answers is readonly ScriptedAnswer[] {
  return Array.isArray(answers);
}

function toTakenAnswer(answer: ScriptedAnswer): TakenAnswer {
  if (typeof answer !== 'object' || answer === null || !(PERSON in answer)) {
    return { value: answer };
  }
  // Only `answerAs` has the symbol.
  const { [PERSON]: as, value } = answer;
  return { value, as };
}

function openList(answers: readonly ScriptedAnswer[]): AnswerScript {
  const unused = [...answers];
  return {
    take() {
      const answer = unused.shift();
      return answer === undefined ? undefined : toTakenAnswer(answer);
    },
    listUnused: () => unused.map((answer) => JSON.stringify(toTakenAnswer(answer).value)),
  };
}

function openTable(answers: { readonly [nameOrPrompt: string]: ScriptedAnswer }): AnswerScript {
  const used = new Set<string>();
  return {
    take({ name, prompt }) {
      const key = [name, prompt].find(
        (candidate) => candidate !== undefined && Object.hasOwn(answers, candidate),
      );
      const answer = key === undefined ? undefined : answers[key];
      if (key === undefined || answer === undefined) return undefined;
      used.add(key);
      return toTakenAnswer(answer);
    },
    listUnused: () =>
      Object.keys(answers)
        .filter((key) => !used.has(key))
        .map((key) => JSON.stringify(key)),
  };
}
