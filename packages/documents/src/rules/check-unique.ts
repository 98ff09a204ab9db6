import { appendPointer } from '@formwork/schema/internal';
import { previewJson } from '@formwork/schema/internal';
import type { Problem } from '@formwork/schema';
import type { Placed } from './read-parts.ts';

/** Objects that have the same text under a name which is theirs alone. */
export function checkUnique(objects: readonly Placed[], name: string): readonly Problem[] {
  const seen = new Map<string, string>();
  return objects.flatMap(({ pointer, value }) => {
    const id = value[name];
    if (typeof id !== 'string') return [];
    const first = seen.get(id);
    if (first === undefined) {
      seen.set(id, pointer);
      return [];
    }
    const problem: Problem = {
      pointer: appendPointer(pointer, name),
      keyword: 'unique',
      expected: `a ${name} of its own`,
      message: `must be a ${name} of its own but ${previewJson(id)} is that of ${first}, too`,
    };
    return [problem];
  });
}
