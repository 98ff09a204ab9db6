import { isRecord } from '../is-record.ts';

/** The pointer (RFC 6901) to a member of the place that `pointer` points to. */
export function appendPointer(pointer: string, segment: string | number): string {
  return `${pointer}/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The names and indexes that a pointer is made of, unescaped. */
export function parsePointer(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What a pointer leads to; `undefined` if there is nothing. Only own members count. */
export function resolvePointer(value: unknown, pointer: string): unknown {
  if (pointer !== '' && !pointer.startsWith('/')) return undefined;
  let current = value;
  for (const segment of parsePointer(pointer)) {
    if (!isRecord(current) && !Array.isArray(current)) return undefined;
    current = Object.getOwnPropertyDescriptor(current, segment)?.value;
  }
  return current;
}
