import { FormworkError } from '@formwork/core';

const SHOWN_LENGTH = 80;

/** Thrown when agents are asked for with a cursor that was not made for this query. */
export class CursorInvalidError extends FormworkError {
  readonly code = 'CURSOR_INVALID';

  constructor(cursor: string) {
    const shown = JSON.stringify(cursor.slice(0, SHOWN_LENGTH));
    super(
      `Cannot find agents as cursor must come from the page before, with the same query: current value is ${shown}`,
    );
  }
}
