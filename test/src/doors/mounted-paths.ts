import { Router } from 'express';

/** What was mounted on a router: a path, or several, and what stands there. */
interface Mount {
  readonly paths: readonly string[];
  readonly handlers: readonly unknown[];
}

type Method = (this: object, ...parts: readonly unknown[]) => unknown;

const mounts = new WeakMap<object, Mount[]>();

/**
 * Begins to record what is mounted on the routers of express, which keep no paths themselves. A door
 * that is mounted from now on is known by its paths, whoever mounts it.
 */
export function recordMounts(): void {
  const prototype = Router.prototype as unknown as Record<'use' | 'route', Method>;
  for (const name of ['use', 'route'] as const) {
    const original = prototype[name];
    prototype[name] = function record(...parts) {
      const [first, ...rest] = parts;
      const isPath = typeof first === 'string' || Array.isArray(first);
      const paths = isPath ? [first].flat().map(String) : ['/'];
      const known = mounts.get(this) ?? [];
      mounts.set(this, [...known, { paths, handlers: isPath ? rest : parts }]);
      return original.apply(this, [...parts]);
    };
  }
}

/** Lists the paths that a router serves, with those of the routers below it; names stand for `*`. */
export function listPaths(router: unknown, prefix = ''): readonly string[] {
  if (typeof router !== 'function') return [prefix];
  const below = mounts.get(router);
  if (below === undefined) return [prefix];
  const found = below.flatMap(({ paths, handlers }) =>
    paths.flatMap((path) => {
      const full = `${prefix}${path === '/' ? '' : toExample(path)}`;
      return handlers.length === 0
        ? [full]
        : handlers.flatMap((handler) => listPaths(handler, full));
    }),
  );
  return [...new Set(found.map((path) => (path === '' ? '/' : path)))];
}

/** A path that a pattern of express takes. */
function toExample(pattern: string): string {
  return pattern.replaceAll(/\\(.)|:\w+|\{[^}]*\}/gu, (found, escaped?: string) =>
    escaped !== undefined ? escaped : found.startsWith(':') ? 'x' : '',
  );
}
