import { RequestMalformedError } from '@a2a-js/sdk/errors';
import type { Operation } from './operations/operation.ts';
import { OPERATIONS } from './operations/operations.ts';
import { checkOptional, createShapeError, type Fields, requireState } from './request-shape.ts';

/** The route of a request of A2A REST (A2A 1.0 section 11.3), or its fault. */
export type RestRoute =
  | {
      readonly kind: 'found';
      readonly operation: Operation;
      /** The params that the path names, decoded. */
      readonly ids: Fields;
    }
  | { readonly kind: 'unknown' }
  /** The percent-encoding of the path is wrong. */
  | { readonly kind: 'broken' }
  /** The path exists for other methods. */
  | { readonly kind: 'method'; readonly allowed: readonly string[] };

/** The HTTP methods of routes, in the order in which a refusal lists them. */
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE'] as const;

/** The paths of A2A REST, each with the operation of each of its HTTP methods. */
const PATHS = [...new Set(OPERATIONS.map(({ route }) => route.path))].map((path) => {
  const operations = new Map<string, Operation>(
    METHODS.flatMap((method) => {
      const operation = OPERATIONS.find(
        (candidate) => candidate.route.path === path && answers(candidate, method),
      );
      return operation === undefined ? [] : [[method, operation] as const];
    }),
  );
  const pattern = new RegExp(`^${path}/?$`, 'u');
  return { pattern, operations, allowed: [...operations.keys(), 'OPTIONS'] };
});

/** The paths of A2A REST, such as `/tasks/{id}:cancel`. */
export const REST_ROUTES: readonly string[] = [
  ...new Set(OPERATIONS.map(({ route }) => route.path.replaceAll(/\(\?<(\w+)>[^)]*\)/gu, '{$1}'))),
];

/** Returns true if an operation answers a method of HTTP; the head of a stream would never end. */
function answers({ kind, route }: Operation, method: (typeof METHODS)[number]): boolean {
  if (method !== 'HEAD') return route.methods.includes(method);
  return kind === 'unary' && route.methods.includes('GET');
}

/**
 * Finds the route of an encoded path. A2A lets a server have routes under a tenant that callers
 * choose; this server has none.
 */
export function findRestRoute(method: string, path: string): RestRoute {
  if (decode(path) === undefined) return { kind: 'broken' };
  for (const { pattern, operations, allowed } of PATHS) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const operation = operations.get(method);
    if (operation === undefined) return { kind: 'method', allowed };
    const ids = Object.entries(match.groups ?? {}).map(
      ([name, id]) => [name, decodeURIComponent(id)] as const,
    );
    return { kind: 'found', operation, ids: Object.fromEntries(ids) };
  }
  return { kind: 'unknown' };
}

/** Decodes a path; returns `undefined` for one whose percent-encoding is wrong. */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

const COUNTS = ['historyLength', 'history_length', 'pageSize', 'page_size'] as const;

const FLAGS = ['includeArtifacts', 'include_artifacts'] as const;

const COUNT = /^\d{1,15}$/u;

/**
 * Checks query parameters that a codec would misread: a repeated one would become an array, `12x`
 * no number, and `maybe` true.
 *
 * @throws RequestMalformedError that names the parameter
 */
export function checkQuery(query: Fields): void {
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') {
      throw new RequestMalformedError(
        `Cannot read the request because query parameter ${JSON.stringify(name)} must be given once`,
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
