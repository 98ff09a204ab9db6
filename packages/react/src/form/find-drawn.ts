import { escapeName } from '../form-schema/escape-names.ts';
import { toFieldElementId } from '../theme/element-ids.ts';

/** The element that is drawn for a value of the form, or around it. */
interface Drawn {
  readonly element: HTMLElement | undefined;
  /**
   * How many names of the path lead to the element; fewer than the whole path if the element is
   * only drawn around the place.
   */
  readonly depth: number;
}

/**
 * Finds the element of the field at a path of the data, or the nearest one that is drawn around it:
 * a folded group, an editor, the whole form.
 */
export function findDrawn(prefix: string, path: readonly string[]): Drawn {
  const names = path.map(escapeName);
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const element = document.getElementById(toFieldElementId(prefix, names.slice(0, depth)));
    if (element !== null) return { element, depth };
  }
  return { element: undefined, depth: 0 };
}
