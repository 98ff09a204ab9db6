import type { Problem } from '@formwork/schema';
import { appendPointer, isRecord, previewJson, didYouMean } from '@formwork/schema/json';

/** An object in a document, and the JSON pointer to it. */
export interface LocatedObject {
  readonly pointer: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Lists the objects in the list that an object has under a name; empty if it has none. */
export function listMembers(
  { pointer, value }: LocatedObject,
  name: string,
): readonly LocatedObject[] {
  const list = value[name];
  if (!Array.isArray(list)) return [];
  const at = appendPointer(pointer, name);
  return list.flatMap((item: unknown, index) =>
    isRecord(item) ? [{ pointer: appendPointer(at, index), value: item }] : [],
  );
}

/** Returns the object that an object has under a name, as a list of one; empty if it has none. */
export function listMember(
  { pointer, value }: LocatedObject,
  name: string,
): readonly LocatedObject[] {
  const member = value[name];
  return isRecord(member) ? [{ pointer: appendPointer(pointer, name), value: member }] : [];
}

/** Returns the texts in a list, each with its position. */
export function toTexts(value: unknown): readonly (readonly [number, string])[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown, index) =>
    typeof item === 'string' ? [[index, item] as const] : [],
  );
}

/**
 * The most names of a document for which a similar one is looked for. A report lists no more
 * problems, and looking takes long if there are thousands of names.
 */
const MAX_SUGGESTIONS = 100;

/**
 * Suggests, for names that a document does not have, similar ones that it has, until it has done so
 * often enough.
 */
export class Suggestions {
  readonly #names: readonly string[];
  #count = 0;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Returns the member of a problem that suggests another name; empty if there is none. */
  suggest(name: string): Pick<Problem, 'suggestion'> {
    this.#count += 1;
    const suggestion = this.#count > MAX_SUGGESTIONS ? undefined : didYouMean(name, this.#names);
    return suggestion === undefined
      ? {}
      : { suggestion: `did you mean ${previewJson(suggestion)}?` };
  }
}
