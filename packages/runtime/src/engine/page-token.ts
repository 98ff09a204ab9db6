import type { Scope } from '../scope.ts';
import { createHash } from 'node:crypto';
import { InvalidPageTokenError } from '../errors.ts';
import type { TaskQuery } from './task-engine.ts';

/** The position after which the next page of tasks begins: the last task of the page before. */
export interface PagePosition {
  readonly statusTimestamp: string;
  readonly taskId: string;
}

/** The scope and the query that a page token belongs to; with others it is refused. */
export interface PageTokenContext {
  readonly scope: Scope;
  readonly query: TaskQuery;
}

const DIGEST_LENGTH = 16;

/** Makes an opaque token for the page after a position. It can stand in a URL. */
export function createPageToken(position: PagePosition, context: PageTokenContext): string {
  const fields = [position.statusTimestamp, position.taskId, digestContext(context)];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/**
 * Reads a token.
 *
 * @throws InvalidPageTokenError unless `createPageToken` made it for this scope and these filters
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
 * Digests the scope and the filters. The size of a page may change on the way; the tasks that the
 * pages select may not.
 */
function digestContext({ scope, query }: PageTokenContext): string {
  const filters = [scope, query.contextId, query.state, query.statusTimestampAfter];
  return createHash('sha256')
    .update(JSON.stringify(filters.map((value) => value ?? null)))
    .digest('base64url')
    .slice(0, DIGEST_LENGTH);
}
