import { isRecord } from '@formwork/schema/internal';

/** Items and names of one list or group that decide which alternative a value is of. */
const MAX_MEMBERS = 100;

/**
 * A value as JSON with the first of many members: enough to tell alternatives apart, which is asked
 * with every key that is pressed. Depth is bounded by what can be drawn.
 */
export function toSample(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.slice(0, MAX_MEMBERS).map((item) => toSample(item) ?? null);
  }
  if (!isRecord(value)) return value;
  const sample: [string, unknown][] = [];
  for (const name in value) {
    if (sample.length >= MAX_MEMBERS) break;
    if (value[name] !== undefined) sample.push([name, toSample(value[name])]);
  }
  return Object.fromEntries(sample);
}
