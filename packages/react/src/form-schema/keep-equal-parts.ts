import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';

/**
 * Takes back what the form library has removed from data although its schema is the same as before.
 * With each key that is pressed, the library clears the data of a form with conditions: it drops
 * tuples, and rows beyond `maxItems`, replaces values that no choice has, and adds groups that are
 * not given. Only fields that come or go by a condition are left to it.
 */
export function keepEqualParts(
  data: unknown,
  cleared: unknown,
  {
    next,
    old,
  }: {
    readonly next: JsonSchema;
    readonly old: JsonSchema;
  },
): unknown {
  if (isSame(next, old)) return data;
  const [nextFields, oldFields] = [next['properties'], old['properties']];
  if (!isRecord(data) || !isRecord(cleared) || !isRecord(nextFields) || !isRecord(oldFields)) {
    return cleared;
  }
  const stays = (name: string): boolean =>
    Object.hasOwn(nextFields, name) &&
    Object.hasOwn(oldFields, name) &&
    isSame(nextFields[name], oldFields[name]);
  const changed = Object.entries(cleared).filter(
    ([name]) => Object.hasOwn(data, name) || !stays(name),
  );
  const stable = Object.entries(data).filter(([name]) => stays(name));
  return { ...Object.fromEntries(changed), ...Object.fromEntries(stable) };
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
