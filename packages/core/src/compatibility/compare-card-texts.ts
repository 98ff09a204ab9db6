import { appendPointer, previewJson, toSortedJson } from '@formwork/schema/internal';
import type { Entry } from './card-view.ts';
import type { CompatibilityChange } from '@formwork/schema';

/** Changes of what only people read. */
export function compareTexts(
  names: readonly string[],
  [before, after]: readonly [Entry, Entry],
): readonly CompatibilityChange[] {
  return names.flatMap((name): readonly CompatibilityChange[] => {
    const [was, is] = [before.value[name], after.value[name]];
    if (toSortedJson(was) === toSortedJson(is)) return [];
    const isGone = is === undefined;
    return [
      {
        kind: 'cosmetic',
        code: 'text',
        pointer: appendPointer((isGone ? before : after).pointer, name),
        in: isGone ? 'old' : 'new',
        ...(was !== undefined && { was }),
        ...(!isGone && { is }),
        message: isGone
          ? `"${name}" was removed; it was ${previewJson(was)}.`
          : was === undefined
            ? `"${name}" was added: ${previewJson(is)}.`
            : `"${name}" is now ${previewJson(is)}, and was ${previewJson(was)}.`,
      },
    ];
  });
}
