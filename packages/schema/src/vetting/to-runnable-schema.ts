import {
  readReferences,
  type SchemaPlace,
  type SchemaReferences,
} from '../references/schema-references.ts';
import { toSchemaIndex } from '../schema-check/index-schema.ts';
import type { JsonSchema } from '../types/json.ts';
import type { Dialect } from '../validation/dialect.ts';
import { leaveOutPatterns } from './leave-out-patterns.ts';

/** A schema as the evaluator takes it. */
export interface RunnableSchema {
  readonly references: SchemaReferences;
  readonly place: SchemaPlace;
  /** True if patterns run when values are checked. */
  readonly runsPatterns: boolean;
}

/**
 * What patterns do when values are checked: they run, no text matches them, or they are left out with
 * everything that they decide about.
 */
export type PatternMode = 'left-out' | 'run' | 'fail';

/** Options of {@link toRunnableSchema}. */
interface RunnableOptions {
  readonly dialect: Dialect;
  readonly mode: PatternMode;
  readonly hasPatterns: boolean;
}

/** Prepares a schema that has been vetted. It is copied where something has to be left out. */
export function toRunnableSchema(
  schema: JsonSchema,
  { dialect, mode, hasPatterns }: RunnableOptions,
): RunnableSchema {
  const leavesOut = hasPatterns && mode === 'left-out';
  const root: JsonSchema = leavesOut ? JSON.parse(JSON.stringify(schema)) : schema;
  // Before anything is left out: it may be where a reference leads.
  const references = readReferences([{ root, dialect }]);
  const places = references.places[0] ?? new Map<string, SchemaPlace>();
  if (leavesOut) {
    const copies = new Map([...places].map(([pointer, place]) => [pointer, place.schema]));
    leaveOutPatterns(copies, toSchemaIndex(references, dialect));
  }
  const place = places.get('');
  if (place === undefined) throw new Error('Cannot run a document without a schema');
  return { references, place, runsPatterns: hasPatterns && mode === 'run' };
}
