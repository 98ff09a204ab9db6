import { FormworkError, toPlainText, type Problem } from '@formwork/core';

/** The stored input of a task no longer passes the validation of the skill's schema library. */
export class InputInvalidError extends FormworkError {
  readonly code = 'INPUT_INVALID';

  readonly problems: readonly Problem[];

  constructor(schema: string, problems: readonly Problem[]) {
    super(
      `Cannot run the task as its input must fit schema "${schema}":\n${toPlainText(problems, { schema })}`,
    );
    this.problems = problems;
  }
}
