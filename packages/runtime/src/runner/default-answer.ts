import { parseWithLibrary } from '@formwork/core/internal';
import {
  createValidator,
  isStandardSchema,
  type Problem,
  type SchemaLike,
  toModelText,
} from '@formwork/schema';
import type { Awaitable } from '../awaitable.ts';
import { TaskCallError } from '../errors.ts';
import type { FollowUpForm } from '../messages/follow-up-form.ts';

/**
 * Checks the answer that counts if a question gets no other, also by the schema library of its
 * form. Returns the question with the answer as a person would have given it: text without space
 * around it.
 *
 * Throws a TaskCallError, or rejects with it, if the answer does not fit the question.
 */
export function fitDefaultAnswer<Question extends FollowUpForm>(
  question: Question,
  schema: SchemaLike | undefined,
): Awaitable<Question> {
  const { form, assignment } = question;
  const value = assignment?.otherwise;
  if (value === undefined) return question;
  if (form === undefined) {
    if (typeof value === 'string' && value.trim() !== '') {
      return { ...question, assignment: { ...assignment, otherwise: value.trim() } };
    }
    throw new TaskCallError(
      `Cannot ask because otherwise must be text, as the answer is: current value is ${typeof value === 'string' ? 'empty' : typeof value}`,
    );
  }
  checkFit(createValidator(form.schema).check(value));
  if (!isStandardSchema(schema)) return question;
  return Promise.resolve(parseWithLibrary({ library: schema }, value)).then((parsed) => {
    if (parsed.kind === 'problems') checkFit(parsed.problems);
    return question;
  });
}

/** Returns a question that stays open until a person answers it. */
export function withoutDefaultAnswer<Question extends Pick<FollowUpForm, 'assignment'>>(
  question: Question,
): Question {
  if (question.assignment === undefined) return question;
  const { otherwise: _otherwise, ...assignment } = question.assignment;
  return { ...question, assignment };
}

/** Puts the faults of an answer into one line. */
export function listFaults(problems: readonly Problem[]): string {
  return problems.map(({ pointer, message }) => `${pointer}: ${message}`).join('; ');
}

function checkFit(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  throw new TaskCallError(
    `Cannot ask because otherwise must fit the form: current value has this fault: ${toModelText(problems, { schema: 'otherwise' })}`,
  );
}
