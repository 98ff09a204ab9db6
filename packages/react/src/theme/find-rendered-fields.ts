import { escapeName } from '../form-schema/escape-names.ts';
import { findRoot } from '../text/shadow-root.ts';
import { toFieldElementId } from './element-ids.ts';
import type { FormSettings } from './form-settings.ts';

/**
 * Finds the element of the field at a path of the data. If it is not drawn, finds the nearest
 * element around it: a folded group, an editor, or the whole form.
 */
export function findRenderedFields(
  { prefix, revealing }: Pick<FormSettings, 'prefix' | 'revealing'>,
  path: readonly string[],
): {
  readonly element: HTMLElement | undefined;
  /**
   * The number of names of the path that lead to the element; fewer than the whole path if only an
   * element around the value is drawn.
   */
  readonly depth: number;
} {
  const root = findRoot(revealing.frame.current);
  const names = path.map(escapeName);
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const element = root.getElementById(toFieldElementId(prefix, names.slice(0, depth)));
    if (element !== null) return { element, depth };
  }
  return { element: undefined, depth: 0 };
}
