import { createHash } from 'node:crypto';
import { InvalidPageTokenError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import type { AllTasksQuery, TaskQuery } from './task-engine.ts';

/**
 * The position in a list of tasks after which the next page begins: that of the previous page's
 * last task.
 */
export interface PagePosition {
  readonly statusTimestamp: string;
  readonly taskId: string;
}

/** The scope and the query that a page token belongs to; the token is refused with any other. */
export type PageTokenContext =
  | { readonly scope: Scope; readonly query: TaskQuery }
  /** The page token belongs to a list of the tasks of all scopes. */
  | { readonly scope?: never; readonly query: AllTasksQuery };

const DIGEST_LENGTH = 16;

/**
 * Makes the opaque token that a caller sends to get the page after a position. It needs no escapes
 * in a URL.
 */
export function createPageToken(position: PagePosition, context: PageTokenContext): string {
  const fields = [position.statusTimestamp, position.taskId, digestContext(context)];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/**
 * Reads the position from a page token.
 *
 * @throws InvalidPageTokenError unless `createPageToken` made the token for this scope and these
 * filters
 */
export function parsePageToken(token: string, context: PageTokenContext): PagePosition {
  const fields = parseFields(token);
  const [statusTimestamp, taskId, digest] = fields;
  if (
    fields.length !== 3 ||
    typeof statusTimestamp !== 'string' ||
    Number.isNaN(Date.parse(statusTimestamp)) ||
    typeof taskId !== 'string' ||
    digest !== digestContext(context)
  ) {
    throw new InvalidPageTokenError(token);
  }
  return { statusTimestamp, taskId };
}

function parseFields(token: string): readonly unknown[] {
  try {
    const fields: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    return Array.isArray(fields) ? fields : [];
  } catch (error) {
    throw new InvalidPageTokenError(token, { cause: error });
  }
}

/**
 * Returns a digest of the scope and the filters of a list, but not of the page size, which may
 * differ from page to page.
 */
function digestContext(context: PageTokenContext): string {
  const filters = listFilters(context);
  return createHash('sha256')
    .update(JSON.stringify(filters.map((value) => value ?? null)))
    .digest('base64url')
    .slice(0, DIGEST_LENGTH);
}

function listFilters({ scope, query }: PageTokenContext): readonly (string | undefined)[] {
  if (scope !== undefined) {
    const { statusTimestampAfter, statusTimestampBefore: before, text } = query;
    const first = [scope, query.contextId, query.state, statusTimestampAfter];
    const added = [query.skillId, before, text];
    // Lists without the later filters, or without an order, keep the tokens that they had before
    // there were any.
    const filters = added.some((filter) => filter !== undefined) ? [...first, ...added] : first;
    return query.order === 'oldest-first' ? [...filters, query.order] : filters;
  }
  const { taskId, skillId, contextId, state, statusTimestampBefore } = query;
  return [query.scope, taskId, skillId, contextId, state, statusTimestampBefore];
}
