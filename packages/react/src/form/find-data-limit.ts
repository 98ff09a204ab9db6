import { isRecord, isTooDeep } from '@formwork/schema/internal';
import { MAX_NAME } from '../form-schema/convert-object.ts';
import type { FormLimits } from '../form-schema/form-limits.ts';

/** A limit that data are beyond. */
interface DataLimit {
  readonly what: string;
  readonly most: number;
}

/**
 * The first limit that data are beyond, drawn or not: the form library copies with every key what it
 * does not show as well. `undefined` if they are within all of them.
 */
export function findDataLimit(data: unknown, limits: FormLimits): DataLimit | undefined {
  if (isTooDeep(data, limits.levels)) return { what: 'levels of data', most: limits.levels };
  let values = 0;
  return look(data);

  function look(value: unknown): DataLimit | undefined {
    values += 1;
    if (values > limits.values) return { what: 'values in the data', most: limits.values };
    if (Array.isArray(value)) {
      for (const item of value) {
        const beyond = look(item);
        if (beyond !== undefined) return beyond;
      }
    } else if (isRecord(value)) return lookAtGroup(value);
    return undefined;
  }

  function lookAtGroup(group: Readonly<Record<string, unknown>>): DataLimit | undefined {
    let names = 0;
    for (const name in group) {
      names += 1;
      if (names > limits.names) {
        return { what: 'names in one group of the data', most: limits.names };
      }
      if (name.length > MAX_NAME) {
        return { what: 'characters in names of the data', most: MAX_NAME };
      }
      const beyond = look(group[name]);
      if (beyond !== undefined) return beyond;
    }
    return undefined;
  }
}
