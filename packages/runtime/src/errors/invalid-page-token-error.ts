import { FormworkError } from '@formwork/core';

const SHOWN_LENGTH = 80;

/** Thrown when tasks are listed with a page token that was not made for that scope and those filters. */
export class InvalidPageTokenError extends FormworkError {
  readonly code = 'PAGE_TOKEN_INVALID';

  constructor(pageToken: string, options?: ErrorOptions) {
    const shown = JSON.stringify(pageToken.slice(0, SHOWN_LENGTH));
    super(
      `Cannot list tasks as pageToken must come from the page before, with the same filters: current value is ${shown}`,
      options,
    );
  }
}
