import type { Json } from '@formwork/core';
import { InvalidInputError } from '../errors/invalid-input-error.ts';

/** A value as the agent will read it: dates are text by then, and `undefined` is gone. */
export function toJson(value: unknown, schema: string): Json {
  let text: string | undefined;
  let reason = 'has no form in JSON';
  try {
    text = JSON.stringify(value);
  } catch (error) {
    reason = error instanceof Error ? (error.message.split('\n')[0] ?? reason) : reason;
  }
  if (text !== undefined) return JSON.parse(text) as Json;
  const message = `must be JSON but ${reason}`;
  throw new InvalidInputError([{ pointer: '', keyword: 'json', expected: 'JSON', message }], {
    schema,
    foundBy: 'client',
  });
}
