import type { Request } from 'express';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { createShapeError } from './request-shape.ts';

const COUNTS = ['historyLength', 'history_length', 'pageSize', 'page_size'] as const;
const COUNT = /^\d{1,15}$/u;

/**
 * Throws `RequestMalformedError` for query parameters that would reach the handler as something
 * else: one given twice as an array, a number that is none as the digits it begins with.
 */
export function checkQuery({ query }: Pick<Request, 'query'>): void {
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') {
      throw new RequestMalformedError(
        `Cannot read the request as query parameter ${JSON.stringify(name)} must be given once`,
      );
    }
  }
  for (const name of COUNTS) {
    const value = query[name];
    if (typeof value === 'string' && !COUNT.test(value)) {
      throw createShapeError(name, 'a whole number, 0 or more', value);
    }
  }
}
