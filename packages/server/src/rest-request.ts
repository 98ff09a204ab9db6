import { RequestMalformedError } from '@a2a-js/sdk/errors';
import type { Request } from 'express';
import { checkOptional, createShapeError, requireState } from './request-shape.ts';

/** A path of A2A REST (A2A 1.0 section 11.3), or its fault. */
export type RestRoute =
  | { readonly kind: 'found' }
  | { readonly kind: 'unknown' }
  /** Its percent-encoding is wrong. */
  | { readonly kind: 'broken' }
  /** The path exists for other methods. */
  | { readonly kind: 'method'; readonly allowed: readonly string[] };

const ID = '[^/:]+';

const ROUTES: readonly (readonly [pattern: RegExp, methods: readonly string[]])[] = [
  [/^\/message:(?:send|stream)\/?$/u, ['POST']],
  [/^\/extendedAgentCard\/?$/u, ['GET', 'HEAD']],
  [/^\/tasks\/?$/u, ['GET', 'HEAD']],
  [new RegExp(`^/tasks/${ID}/?$`, 'u'), ['GET', 'HEAD']],
  [new RegExp(`^/tasks/${ID}:cancel/?$`, 'u'), ['POST']],
  [new RegExp(`^/tasks/${ID}:subscribe/?$`, 'u'), ['GET', 'POST']],
  [new RegExp(`^/tasks/${ID}/pushNotificationConfigs/?$`, 'u'), ['GET', 'HEAD', 'POST']],
  [new RegExp(`^/tasks/${ID}/pushNotificationConfigs/[^/]+/?$`, 'u'), ['GET', 'HEAD', 'DELETE']],
];

/**
 * Finds a path, not decoded, among the served ones. The SDK also serves each of them under a tenant
 * that anybody may choose; this server does not.
 */
export function findRestRoute(method: string, path: string): RestRoute {
  if (!isDecodable(path)) return { kind: 'broken' };
  const methods = ROUTES.find(([pattern]) => pattern.test(path))?.[1];
  if (methods === undefined) return { kind: 'unknown' };
  return methods.includes(method)
    ? { kind: 'found' }
    : { kind: 'method', allowed: [...methods, 'OPTIONS'] };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const COUNTS = ['historyLength', 'history_length', 'pageSize', 'page_size'] as const;
const FLAGS = ['includeArtifacts', 'include_artifacts'] as const;
const COUNT = /^\d{1,15}$/u;

/**
 * Throws `RequestMalformedError` for query parameters that would reach the handler with another
 * meaning: one given twice would be an array, `12x` would be 12, and `maybe` would be false.
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
