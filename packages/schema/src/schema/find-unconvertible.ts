import { appendPointer } from '../json/json-pointer.ts';
import { isRecord } from '../json/record.ts';
import { hasReference } from '../references/reference-keywords.ts';
import { isStandardSchema, type StandardSchemaLike } from '../types/schema-like.ts';

/** The side of the wire that a schema describes: what callers send, or what they get. */
export type Direction = 'input' | 'output';

/**
 * A place of a library's schema that it cannot convert to JSON Schema, with the reason in the
 * library's words.
 */
export interface Unconvertible {
  /**
   * The JSON pointer that the place would have in the published schema; `''` if the library does
   * not tell.
   */
  readonly pointer: string;
  readonly reason: string;
}

/**
 * Returns the JSON Schema that a library makes of its schema. It throws whatever the library
 * throws.
 */
export function convertWithLibrary(
  schema: StandardSchemaLike,
  direction: Direction,
  libraryOptions?: Record<string, unknown>,
): Record<string, unknown> {
  return schema['~standard'].jsonSchema[direction]({
    target: 'draft-2020-12',
    ...(libraryOptions && { libraryOptions }),
  });
}

/**
 * Finds all places that a library cannot convert to JSON Schema. Libraries throw at the first one
 * and do not say where it is, so this asks again with options that make the library go on and mark
 * each place.
 */
export function findUnconvertible(
  schema: StandardSchemaLike,
  { direction, cause }: { readonly direction: Direction; readonly cause: unknown },
): readonly Unconvertible[] {
  const unplaced = [{ pointer: '', reason: describeThrown(cause) }];
  const createOptions = MARKING.get(schema['~standard'].vendor);
  if (createOptions === undefined) return unplaced;
  try {
    const marked = listMarks(convertWithLibrary(schema, direction, createOptions(direction)), '');
    return marked.length === 0 ? unplaced : marked;
  } catch {
    return unplaced;
  }
}

const MARK = '~formwork:unconvertible';

/**
 * The functions that make the options by which a library marks places that it cannot convert
 * instead of throwing, by the vendor of the library.
 */
const MARKING: ReadonlyMap<string, (direction: Direction) => Record<string, unknown>> = new Map([
  ['zod', createZodOptions],
  ['valibot', createValibotOptions],
]);

/**
 * Makes the options by which Zod marks places that it cannot convert instead of throwing. They give
 * no function for `unrepresentable`, because the first versions with this interface take none.
 */
function createZodOptions(direction: Direction): Record<string, unknown> {
  // Inner schemas come first: a schema that holds a mark, or refers to one that may, is not at
  // fault itself.
  const override = ({
    zodSchema,
    jsonSchema,
  }: {
    readonly zodSchema: unknown;
    readonly jsonSchema: Record<string, unknown>;
  }): void => {
    if (!isStandardSchema(zodSchema) || holdsMarkOrReference(jsonSchema)) return;
    try {
      convertWithLibrary(zodSchema, direction);
    } catch (error) {
      jsonSchema[MARK] = describeThrown(error);
    }
  };
  return { unrepresentable: 'any', override };
}

function createValibotOptions(): Record<string, unknown> {
  const override = ({
    jsonSchema,
    errors = [],
  }: {
    readonly jsonSchema: Record<string, unknown>;
    readonly errors?: readonly string[];
  }): object | undefined => {
    if (errors.length === 0) return undefined;
    const before = typeof jsonSchema[MARK] === 'string' ? [jsonSchema[MARK]] : [];
    return { ...jsonSchema, [MARK]: [...before, ...errors].join(' ') };
  };
  return { errorMode: 'ignore', overrideSchema: override, overrideAction: override };
}

function holdsMarkOrReference(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsMarkOrReference);
  if (!isRecord(value)) return false;
  if (MARK in value || hasReference(value)) return true;
  return Object.values(value).some(holdsMarkOrReference);
}

function listMarks(value: unknown, pointer: string): readonly Unconvertible[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]): readonly Unconvertible[] =>
    key === MARK
      ? [{ pointer, reason: String(member) }]
      : listMarks(member, appendPointer(pointer, key)),
  );
}

function describeThrown(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
