import { FormworkError, toPlainText, type Problem } from '@formwork/core';

/** A handler's result does not fit the schema that the skill promises. Stays in the log. */
export class OutputInvalidError extends FormworkError {
  readonly code = 'OUTPUT_INVALID';

  /** Empty when the skill promises no schema at all. */
  readonly schema: string;
  readonly problems: readonly Problem[];

  /** What the caller is told, after "the answer". */
  get fault(): string {
    return this.schema === ''
      ? 'is not what the skill promises'
      : `does not fit schema "${this.schema}"`;
  }

  constructor(schema: string, problems: readonly Problem[], options?: ErrorOptions) {
    super(
      `Cannot send the result as it must fit schema "${schema}":\n${toPlainText(problems, { schema })}`,
      options,
    );
    this.schema = schema;
    this.problems = problems;
  }
}
