import { createEvaluator, type Evaluator, type TooLong } from '../evaluate/evaluator.ts';
import { createHostMatcher, isFastOnHost } from '../pattern/host-matcher.ts';
import { findHostRisk } from '../pattern/pattern-risk.ts';
import { toUnicodePattern } from '../pattern/unicode-pattern.ts';
import { toDialect } from '../references/dialect.ts';
import { listPatterns } from '../schema-check/patterns.ts';
import type { SchemaIssue } from '../schema-check/schema-issue.ts';
import { createPatternIssue, findMaxLength } from '../schema-check/slow-patterns.ts';
import type { JsonSchema } from '../types/json.ts';
import type { StandardSchemaLike } from '../types/schema-like.ts';
import { checkCompilable, readSchema } from '../validation/compile-schema.ts';
import type { Direction } from './find-unconvertible.ts';
import { listLibraryPatterns } from './library-patterns.ts';
import { toPublishedSchema } from './to-published-schema.ts';

/** Which values are too long for a library; `undefined` for a library whose patterns are all fast. */
type Load = Pick<Evaluator, 'findTooLong'> | undefined;

/** What was found out about schemas, which their owners keep. */
const loads = new WeakMap<StandardSchemaLike, { readonly load: Load }>();

/**
 * Finds the pattern of a library's schema that would take too long for a value. The library runs
 * patterns in the engine of the host, which tries every way through a text, so that a thousand
 * characters can hold it up for minutes. Their steps are counted here, before the library sees the value.
 *
 * It knows the patterns that the library publishes, not what its rules and transformations do.
 */
export function findTooLongForLibrary(
  library: StandardSchemaLike,
  value: unknown,
): TooLong | undefined {
  return weighLibrary(library)?.findTooLong(value);
}

/** Finds out about the patterns of a library's schema, once. */
export function weighLibrary(library: StandardSchemaLike): Load {
  const cached = loads.get(library);
  if (cached !== undefined) return cached.load;
  // What a handler returns is the input of the library, too, even if that cannot be published.
  let load: Load | 'unknown' = createLoad(library, 'input');
  if (load === 'unknown') load = createLoad(library, 'output');
  if (load === 'unknown') load = undefined;
  loads.set(library, { load });
  return load;
}

function createLoad(library: StandardSchemaLike, direction: Direction): Load | 'unknown' {
  const published = toPublishedSchema(library, direction);
  const dialect = published.kind === 'published' ? toDialect(published.schema) : undefined;
  if (published.kind === 'failed' || dialect === undefined) return 'unknown';
  const read = readSchema(published.schema, dialect);
  const root = read.references.places[0]?.get('');
  if (root === undefined || checkCompilable(read).length > 0) return 'unknown';
  const toExpressions = createExpressionList(library, direction);
  const patterns = [...read.index.places.values()].flatMap(listPatterns);
  const isFast = patterns.every(({ pattern }) => toExpressions(pattern).every(isFastOnHost));
  if (isFast) return undefined;
  return createEvaluator(read.references, {
    subschema: root,
    assertsFormats: false,
    createMatcher: (pattern) => createHostMatcher(toExpressions(pattern)),
  });
}

/**
 * Finds the published patterns that the library runs in the engine of the host, where some texts
 * take too long, so that they are refused with `timeout`.
 */
export function checkLibraryPatterns(
  library: StandardSchemaLike,
  { schema, direction }: { readonly schema: JsonSchema; readonly direction: Direction },
): readonly SchemaIssue[] {
  const dialect = toDialect(schema);
  if (dialect === undefined) return [];
  const toExpressions = createExpressionList(library, direction);
  return [...readSchema(schema, dialect).index.places.values()].flatMap((subschema) =>
    listPatterns(subschema).flatMap((entry) => {
      const maxLength = findMaxLength(subschema, entry);
      const texts = maxLength === undefined ? {} : { maxLength };
      const risks = toExpressions(entry.pattern).map((expression) =>
        findHostRisk(expression, texts),
      );
      const risk = risks.find((candidate) => candidate !== undefined);
      return risk === undefined ? [] : [createPatternIssue(schema, entry, risk)];
    }),
  );
}

/** Makes the function that lists the expressions of a library that a published pattern stands for. */
function createExpressionList(
  library: StandardSchemaLike,
  direction: Direction,
): (pattern: string) => readonly Pick<RegExp, 'source' | 'flags'>[] {
  const flags = listFlags(library, direction);
  return (pattern) => {
    const source = toUnicodePattern(pattern);
    return (flags.get(pattern) ?? ['u']).map((flagSet) => ({ source, flags: flagSet }));
  };
}

/** Lists the flags with which a library runs each pattern. */
function listFlags(
  library: StandardSchemaLike,
  direction: Direction,
): ReadonlyMap<string, readonly string[]> {
  const flags = new Map<string, readonly string[]>();
  for (const { source, flags: literalFlags } of listLibraryPatterns(library, direction)) {
    flags.set(source, [...new Set([...(flags.get(source) ?? []), literalFlags])]);
  }
  return flags;
}
