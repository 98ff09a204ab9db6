import { isRecord, toRecord } from '../json/record.ts';
import type { StandardSchemaLike } from '../types/schema-like.ts';
import { convertWithLibrary, type Direction } from './find-unconvertible.ts';

/**
 * Lists the regular expressions of a library's schema with their flags, which are missing from the
 * JSON Schema. None for a library that refuses to convert flags, or does not tell.
 */
export function listLibraryPatterns(
  library: StandardSchemaLike,
  direction: Direction,
): readonly RegExp[] {
  return library['~standard'].vendor === 'zod'
    ? listZodPatterns(library, direction)
    : listArkPatterns(library);
}

/**
 * Lists the regular expressions in a Zod schema. Zod reports every schema that it converts, the
 * last first.
 */
function listZodPatterns(library: StandardSchemaLike, direction: Direction): readonly RegExp[] {
  const patterns: RegExp[] = [];
  const override = ({ zodSchema }: { readonly zodSchema: unknown }): void => {
    const definition = readZodDefinition(zodSchema);
    const checks: unknown = definition['checks'];
    const rules = Array.isArray(checks) ? checks.map(readZodDefinition) : [];
    for (const { pattern } of [definition, ...rules]) {
      if (pattern instanceof RegExp) patterns.push(pattern);
    }
  };
  convertWithLibrary(library, direction, { override });
  return patterns.toReversed();
}

function readZodDefinition(holder: unknown): Readonly<Record<string, unknown>> {
  const internals = isRecord(holder) ? holder['_zod'] : undefined;
  const definition = isRecord(internals) ? internals['def'] : undefined;
  return toRecord(definition);
}

/** Lists the regular expressions in an ArkType schema, which lists its parts by kind. */
function listArkPatterns(library: StandardSchemaLike): readonly RegExp[] {
  if (!('select' in library) || typeof library.select !== 'function') return [];
  if (library['~standard'].vendor !== 'arktype') return [];
  const nodes: unknown = library.select('pattern');
  if (!Array.isArray(nodes)) return [];
  return nodes.flatMap((node: { readonly rule?: unknown; readonly flags?: unknown }) => {
    const { rule, flags } = node;
    if (typeof rule !== 'string' || typeof flags !== 'string') return [];
    return [new RegExp(rule, flags)];
  });
}
