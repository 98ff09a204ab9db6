import { findJsonLoss, type Json } from '@formwork/core';
import { InvalidInputError } from '../errors/invalid-input-error.ts';

/** What a value is for. */
export interface ToJsonOptions {
  /** Name of its schema; `''` for none. */
  readonly schema: string;
  /** The task that it is an answer to, if it is one. */
  readonly taskId?: string;
}

/**
 * A value as the agent will read it: dates are text by then, and members that are `undefined` are
 * gone. Everything else that JSON would change or leave out is refused, not sent as something else.
 *
 * @throws InvalidInputError that names the place.
 */
export function toJson(value: unknown, options: ToJsonOptions): Json {
  try {
    const loss = findJsonLoss(value);
    if (loss !== undefined) {
      const is = loss.shown === 'circle' ? 'holds itself' : `is ${loss.shown}`;
      throw toError(loss.pointer, is, options);
    }
    const text: string | undefined = JSON.stringify(value);
    if (text !== undefined) return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof InvalidInputError) throw error;
    // The stack is what has no room for it; nothing else of JSON has a range.
    if (error instanceof RangeError) throw toError('', 'is nested too deep', options);
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : [];
    throw toError('', `cannot be written as JSON (${reason})`, options);
  }
  throw toError('', 'has no form in JSON', options);
}

function toError(pointer: string, is: string, options: ToJsonOptions): InvalidInputError {
  const expected = 'what JSON can carry';
  const message = `must be ${expected} but ${is}`;
  return new InvalidInputError([{ pointer, keyword: 'json', expected, message }], {
    ...options,
    foundBy: 'client',
  });
}
