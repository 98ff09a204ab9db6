import { FormworkError, toPlainText, type Problem } from '@formwork/core';

/** Options of {@link InvalidInputError}. */
export interface InvalidInputErrorOptions extends ErrorOptions {
  /** Name of the schema; `''` if the input has none. */
  readonly schema: string;
  /** Who found it: the client before anything was sent, or the agent. */
  readonly foundBy: 'client' | 'agent';
  /** What the agent said, when it did not say it problem by problem. */
  readonly text?: string;
  readonly taskId?: string | undefined;
}

/** Thrown when the input does not fit its schema. Sending the same again is of no use. */
export class InvalidInputError extends FormworkError {
  readonly code = 'INPUT_INVALID';
  /** At least one. */
  readonly problems: readonly Problem[];
  readonly schema: string;
  readonly foundBy: 'client' | 'agent';
  /** The task that waits for a better answer; `undefined` if none had begun. */
  readonly taskId: string | undefined;

  constructor(
    problems: readonly Problem[],
    { schema, foundBy, text, taskId, ...options }: InvalidInputErrorOptions,
  ) {
    const place = schema === '' ? 'the input' : `input ${JSON.stringify(schema)}`;
    const finder = foundBy === 'agent' ? ' (found by the agent)' : '';
    super(
      `Cannot send ${place} as it must fit its schema${finder}:\n${text ?? toPlainText(problems, { schema })}`,
      options,
    );
    this.problems = problems;
    this.schema = schema;
    this.foundBy = foundBy;
    this.taskId = taskId;
  }
}
