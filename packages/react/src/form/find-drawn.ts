import { escapeName } from '../form-schema/escape-names.ts';
import { toFieldElementId } from '../theme/element-ids.ts';

/** The element on a page for a value of a form, or the nearest drawn element around that value. */
interface Drawn {
  readonly element: HTMLElement | undefined;
  /**
   * The number of names of the path that lead to the element; fewer than the whole path if only an
   * element around the value is drawn.
   */
  readonly depth: number;
}

/**
 * Finds the element of the field at a path of the data. If it is not drawn, finds the nearest
 * element around it: a folded group, an editor, or the whole form.
 */
export function findDrawn(prefix: string, path: readonly string[]): Drawn {
  const names = path.map(escapeName);
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const element = document.getElementById(toFieldElementId(prefix, names.slice(0, depth)));
    if (element !== null) return { element, depth };
  }
  return { element: undefined, depth: 0 };
}
