/**
 * Matches a part of a path that a person has written, such as `agent-card.json`, `message:send` or
 * `oauth2`. Ids and tokens have capitals, digits elsewhere than at the ends of words, or longer words.
 */
const WORD = /^\.?(?:a2a|[a-z]{1,16}\d{0,2})(?:[.:_-](?:a2a|[a-z]{1,16}\d{0,2}|\d{1,2})){0,4}$/u;

/** The most parts of a path that are kept; strangers choose how many there are. */
const MAX_PARTS = 12;

/**
 * Returns a path as logs may have it: without its query, and with `*` in place of each part that may
 * be an id or a secret, so that `/orders/7f3c9a?key=1` is `/orders/*`.
 *
 * @example
 * ```ts
 * import { toLoggedPath } from '@formwork/network';
 *
 * toLoggedPath('/a2a/rest/tasks/0198c1f2-6a5b?key=secret'); // '/a2a/rest/tasks/*'
 * ```
 */
export function toLoggedPath(url: string): string {
  // A target can be a whole URL (RFC 9112 section 3.2.2), whose host is not part of the path.
  const path = url.slice(0, 4_096).replace(/^[a-z]+:\/\/[^/?#]*/u, '');
  const [before = ''] = path.split(/[?#]/u, 1);
  const parts = before.split('/');
  const kept = parts
    .slice(0, MAX_PARTS + 1)
    .map((part) => (part === '' || WORD.test(part) ? part : '*'));
  return [...kept, ...(parts.length > kept.length ? ['*'] : [])].join('/');
}
