import { appendPointer } from '../json/json-pointer.ts';
import { isRecord, toList } from '../json/record.ts';
import type { StepBudget } from '../pattern/step-budget.ts';
import type { Dialect } from '../references/dialect.ts';
import { REFERENCE_KEYWORD } from '../references/reference-keywords.ts';
import {
  readReferences,
  type SchemaLocation,
  type SchemaReferences,
} from '../references/schema-references.ts';
import { type SchemaIndex, toSchemaIndex } from '../schema-check/index-schema.ts';
import { listPatterns } from '../schema-check/patterns.ts';
import type { JsonSchema } from '../types/json.ts';

/** A vetted schema in the form that the evaluator takes. */
export interface RunnableSchema {
  readonly references: SchemaReferences;
  readonly place: SchemaLocation;
  /** True if patterns run when values are checked. */
  readonly runsPatterns: boolean;
  /** Loses the steps of each verdict. Default: none counts them. */
  readonly budget?: StepBudget;
}

/**
 * The treatment of patterns when values are checked: they run, no text matches them, or they are
 * left out with every rule that depends on them.
 */
export type PatternMode = 'left-out' | 'run' | 'fail';

/** Prepares a vetted schema for the evaluator. It is copied where something has to be left out. */
export function toRunnableSchema(
  schema: JsonSchema,
  {
    dialect,
    mode,
    hasPatterns,
  }: {
    readonly dialect: Dialect;
    readonly mode: PatternMode;
    readonly hasPatterns: boolean;
  },
): RunnableSchema {
  const leavesOut = hasPatterns && mode === 'left-out';
  const root: JsonSchema = leavesOut ? JSON.parse(JSON.stringify(schema)) : schema;
  // References are read before anything is left out, because one may lead there.
  const references = readReferences([{ root, dialect }]);
  const places = references.places[0] ?? new Map<string, SchemaLocation>();
  if (leavesOut) {
    const copies = new Map([...places].map(([pointer, subschema]) => [pointer, subschema.schema]));
    leaveOutPatterns(copies, toSchemaIndex(references, dialect));
  }
  const subschema = places.get('');
  if (subschema === undefined) throw new Error('Cannot run a document without a schema');
  return { references, place: subschema, runsPatterns: hasPatterns && mode === 'run' };
}

/** A copy of a schema that may be changed. */
type Changeable = Record<string, unknown>;

/**
 * Removes patterns from copies of schemas (by pointer), with every rule that depends on them, so
 * that no value which fits the document is refused: a `not` of a pattern, a condition, the other
 * alternatives of a `oneOf`, and rules for properties that no pattern names.
 */
function leaveOutPatterns(copies: ReadonlyMap<string, unknown>, index: SchemaIndex): void {
  const withPatterns = findWithPatterns(index);
  for (const pointer of withPatterns) {
    const copy = copies.get(pointer);
    if (isRecord(copy)) loosen(copy, pointer, withPatterns);
  }
}

function loosen(copy: Changeable, pointer: string, withPatterns: Set<string>): void {
  const isDecided = (keyword: string): boolean => {
    const at = appendPointer(pointer, keyword);
    return (
      withPatterns.has(at) || toList(copy[keyword]).some((_, n) => withPatterns.has(`${at}/${n}`))
    );
  };
  if (isDecided('not')) delete copy['not'];
  if (isDecided('contains')) delete copy['maxContains'];
  if (isDecided('if')) for (const keyword of ['if', 'then', 'else']) delete copy[keyword];
  if (isDecided('oneOf')) {
    copy['allOf'] = [...toList(copy['allOf']), { anyOf: copy['oneOf'] }];
    delete copy['oneOf'];
  }
  if ('patternProperties' in copy) delete copy['additionalProperties'];
  for (const keyword of ['pattern', 'patternProperties']) delete copy[keyword];
  for (const keyword of ['unevaluatedProperties', 'unevaluatedItems']) delete copy[keyword];
}

/**
 * Finds the schemas whose verdict depends on a pattern, in themselves or in a schema that they
 * refer to.
 */
function findWithPatterns({ places, innerOf, references }: SchemaIndex): Set<string> {
  // The target of a dynamic reference depends on the way to it.
  if (references.some(({ pointer }) => !pointer.endsWith(`/${REFERENCE_KEYWORD}`))) {
    return new Set(places.keys());
  }
  const waiting = [...places.values()]
    .filter((subschema) => listPatterns(subschema).length > 0)
    .map(({ pointer }) => pointer);
  if (waiting.length === 0) return new Set();
  const users = new Map<string, string[]>();
  const addUser = (used: string, user: string): void => {
    const existingUsers = users.get(used);
    if (existingUsers === undefined) users.set(used, [user]);
    else existingUsers.push(user);
  };
  for (const [holder, held] of innerOf) {
    for (const { pointer } of held) addUser(pointer, holder);
  }
  for (const { source, target } of references) {
    if (target !== undefined) addUser(target, source);
  }
  const affected = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (affected.has(next)) continue;
    affected.add(next);
    for (const user of users.get(next) ?? []) waiting.push(user);
  }
  return affected;
}
