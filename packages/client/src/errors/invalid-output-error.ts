import { FormworkError, toPlainText, type Problem } from '@formwork/core';

/** Options of {@link InvalidOutputError}. */
export interface InvalidOutputErrorOptions extends ErrorOptions {
  /** Name of the schema; `''` if there was nothing to check. */
  readonly schema: string;
  readonly taskId?: string | undefined;
  /** What the agent sent; `undefined` if nothing. */
  readonly data?: unknown;
}

/** Thrown when a task ended well and what the agent sent does not fit the schema it declared. */
export class InvalidOutputError extends FormworkError {
  readonly code = 'OUTPUT_INVALID';
  /** At least one. */
  readonly problems: readonly Problem[];
  readonly schema: string;
  readonly taskId: string | undefined;
  /** What the agent sent, unchecked: its text if there was no data; `undefined` if nothing. */
  readonly data: unknown;

  constructor(
    problems: readonly Problem[],
    { schema, taskId, data, ...options }: InvalidOutputErrorOptions,
  ) {
    super(
      `Cannot use the agent's result as it must fit the schema the agent declared:\n${toPlainText(problems, { schema })}\nTell the agent's owner, or pass validateOutput: false to take it as it is.`,
      options,
    );
    this.problems = problems;
    this.schema = schema;
    this.taskId = taskId;
    this.data = data;
  }
}
