import { isRecord, toRecord } from '../json/record.ts';
import type { JsonSchema } from '../types/json.ts';
import type { ExampleEffort } from './example-effort.ts';

/** The most names of one object, of which a stranger may want billions. */
const MAX_NAMES = 1000;

/**
 * Lists names for properties that no schema declares, of which an object must have some: those that
 * `propertyNames` allows, `example1` and so on, and those that fit a pattern of `patternProperties`.
 */
export function listNames(
  schemas: readonly JsonSchema[],
  { count, effort }: { readonly count: number; readonly effort: ExampleEffort },
): readonly string[] {
  const rules = schemas.map(({ propertyNames }) => propertyNames).filter(isRecord);
  const enums = rules.flatMap((rule) => (Array.isArray(rule['enum']) ? rule['enum'] : []));
  const patterns = rules.flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : []));
  const isFree = enums.length === 0 && patterns.length === 0;
  const length = isFree ? Math.min(count, MAX_NAMES) : 0;
  const numbered = Array.from({ length }, (_, at) => `example${at + 1}`);
  const sets = schemas
    .flatMap(({ patternProperties }) => Object.keys(toRecord(patternProperties)))
    .map((pattern) => [pattern, ...patterns]);
  const texts = [...(patterns.length > 0 ? [patterns] : []), ...sets].map((set) =>
    effort.makeText(set, {}),
  );
  return [...enums, ...numbered, ...texts].filter((name) => typeof name === 'string');
}
