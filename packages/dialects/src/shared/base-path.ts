/** Segments of what may stand unescaped in a path (RFC 3986 section 3.3), without `.` and `..`. */
const BASE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/u;

/** What an option with a base path must be, as errors say it. */
export const BASE_PATH_RULE = {
  expected: 'a path such as "/v1", or "/"',
  isValid: (value: unknown): boolean =>
    typeof value === 'string' && (value === '/' || BASE_PATH.test(value)),
} as const;

/** A base path without a slash at its end: the empty text is the root. */
export function toBasePath(path: string): string {
  return path === '/' ? '' : path;
}
