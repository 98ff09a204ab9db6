import type { FieldPathList } from '../rjsf.ts';
import { toPointer } from './element-ids.ts';

/** True if a path of the data leads to the value at `path`, or into it; false for the whole form. */
export function leadsInto(path: FieldPathList, target: readonly string[]): boolean {
  return target.length > 0 && path.every((name, at) => String(name) === target[at]);
}

/** True for a value that gets back something unfinished, by JSON pointer (RFC 6901), or has it within. */
export function isRestored(path: FieldPathList, restored: ReadonlyMap<string, unknown>): boolean {
  return [...restored.keys()].some((at) => `${at}/`.startsWith(toPointer([...path, ''])));
}
