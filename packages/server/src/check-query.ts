import type { Request } from 'express';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { checkOptional, createShapeError, requireState } from './request-shape.ts';

const COUNTS = ['historyLength', 'history_length', 'pageSize', 'page_size'] as const;
const FLAGS = ['includeArtifacts', 'include_artifacts'] as const;
const COUNT = /^\d{1,15}$/u;

/**
 * Throws `RequestMalformedError` for query parameters that would reach the handler as something
 * else: one given twice as an array, a number that is none as the digits it begins with, an answer
 * that is neither yes nor no as no.
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
  for (const name of FLAGS) {
    const value = query[name];
    if (value !== undefined && value !== 'true' && value !== 'false') {
      throw createShapeError(name, 'true or false', value);
    }
  }
  checkOptional(query['status'], 'status', requireState);
}
