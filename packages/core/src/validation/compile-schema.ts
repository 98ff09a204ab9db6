import { createEvaluator, type Evaluator } from '../evaluate/evaluator.ts';
import { readReferences, type SchemaReferences } from '../references/schema-references.ts';
import { toSchemaIndex, type SchemaIndex } from '../schema-check/index-schema.ts';
import { listPatterns, toSyntaxError } from '../schema-check/list-patterns.ts';
import type { SchemaIssue } from '../schema-check/schema-issue.ts';
import { toCompileIssue } from '../schema-check/to-compile-issue.ts';
import type { JsonSchema } from '../types/json.ts';
import type { Dialect } from './dialect.ts';
import { weighPattern } from './weigh-pattern.ts';

/** A schema of one's own that values can be held against. */
export interface CompiledSchema {
  /** A copy, as JSON has it. */
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  readonly evaluator: Evaluator;
  /** True if it has a pattern that may take long for some texts. */
  readonly hasSlowPatterns: boolean;
}

/** A schema that is being compiled. */
export interface ReadSchema {
  readonly schema: JsonSchema;
  readonly dialect: Dialect;
  readonly references: SchemaReferences;
  readonly index: SchemaIndex;
}

/**
 * Reads a schema that JSON can carry. It is copied: what the caller changes later changes nothing, and
 * each place has an object of its own.
 */
export function readSchema(schema: JsonSchema, dialect: Dialect): ReadSchema {
  const copy: JsonSchema = JSON.parse(JSON.stringify(schema));
  const references = readReferences([{ root: copy, dialect }]);
  return { schema: copy, dialect, references, index: toSchemaIndex(references, dialect) };
}

/** What keeps a schema from being compiled: a reference that leads nowhere or a broken pattern. */
export function findCompileIssue({ index }: ReadSchema): SchemaIssue | undefined {
  const dangling = index.references.find(({ target }) => target === undefined);
  if (dangling !== undefined) {
    return toCompileIssue(`nothing stands where ${JSON.stringify(dangling.text)} leads`);
  }
  const [duplicate] = index.duplicates;
  if (duplicate !== undefined) {
    return toCompileIssue(
      `the schema at ${JSON.stringify(duplicate)} is called what another one is`,
    );
  }
  for (const place of index.places.values()) {
    for (const { pattern } of listPatterns(place)) {
      const reason = toSyntaxError(pattern);
      if (reason !== undefined) return toCompileIssue(`${JSON.stringify(pattern)}: ${reason}`);
    }
  }
  return undefined;
}

/** Compiles a schema that nothing keeps from it. */
export function compileSchema({ schema, dialect, references, index }: ReadSchema): CompiledSchema {
  const place = references.places[0]?.get('');
  if (place === undefined) throw new Error('Cannot compile a document without a schema');
  const hasSlowPatterns = [...index.places.values()]
    .flatMap((one) => listPatterns(one))
    .some(({ pattern }) => weighPattern(pattern) === Number.POSITIVE_INFINITY);
  return { schema, dialect, evaluator: createEvaluator(references, { place }), hasSlowPatterns };
}
