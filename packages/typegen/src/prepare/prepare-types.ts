import { resolvePointer } from '@formwork/schema/internal';
import { TypegenLimitError, type TypegenWarning } from '../errors.ts';
import { checkSize, type TypegenLimits } from '../limits.ts';
import { toPlaceKey, type SchemaDocument, type TypeRoot } from '../type-source.ts';
import type { Preparation } from './preparation.ts';
import { prepareSchema } from './prepare-schema.ts';
import { indexDocuments } from './references.ts';
import { createTypeNames, type TypeNames } from './type-names.ts';
import type { TypeNode } from './type-node.ts';
import { makeWritable } from './writable-types.ts';

/** The types of all schemas of a source, ready to be written. */
export interface PreparedTypes {
  /** The types by name: those asked for first, then those they refer to. */
  readonly types: ReadonlyMap<string, TypeNode>;
  /** The name of the type of each requested schema, in the same order. */
  readonly rootNames: readonly string[];
  readonly warnings: readonly TypegenWarning[];
  /** The names that the module uses, from which further ones can be taken. */
  readonly names: TypeNames;
}

/** Options of {@link prepareTypes}: the schemas that get types, and limits on the source. */
export interface PrepareTypesOptions {
  readonly roots: readonly TypeRoot[];
  readonly limits: TypegenLimits;
}

/**
 * Prepares the types of schemas and of all schemas that they refer to within the documents. It
 * loads nothing.
 *
 * @throws TypegenLimitError if the documents are beyond the limits
 */
export function prepareTypes(
  documents: readonly SchemaDocument[],
  { roots, limits }: PrepareTypesOptions,
): PreparedTypes {
  checkSize(documents, limits);
  const preparation: Preparation = {
    documents,
    index: indexDocuments(documents),
    limits,
    names: createTypeNames(),
    nameByPlace: new Map(),
    waiting: [],
    types: new Map(),
    warnings: [],
    deadline: performance.now() + limits.maxMilliseconds,
    count: 0,
    prepare: (schema, surroundings) => prepareSchema(preparation, schema, surroundings),
  };
  try {
    const rootNames = nameRoots(preparation, roots);
    prepareWaiting(preparation);
    const { types, names, warnings } = preparation;
    return { types: makeWritable(types, preparation), rootNames, warnings, names };
  } catch (error) {
    // A chain of references can be longer than any document is deep.
    if (error instanceof RangeError) {
      const expected = 'not refer from schema to schema in chains of thousands';
      throw new TypegenLimitError('the source', { name: 'maxDepth', expected });
    }
    throw error;
  }
}

function nameRoots(preparation: Preparation, roots: readonly TypeRoot[]): readonly string[] {
  return roots.map(({ name: wanted, place }) => {
    const name = preparation.names.take([wanted]);
    const key = toPlaceKey(place);
    if (!preparation.nameByPlace.has(key)) preparation.nameByPlace.set(key, name);
    preparation.waiting.push({ name, place });
    // The entry keeps the order, because the parts of a type are added before the type itself.
    preparation.types.set(name, { kind: 'unknown' });
    return name;
  });
}

function prepareWaiting(preparation: Preparation): void {
  const { waiting, types, documents } = preparation;
  // References of a type join the end of the list while it is being walked.
  for (const { name, place } of waiting) {
    const schema = resolvePointer(documents[place.document]?.content, place.pointer);
    types.set(name, { kind: 'unknown' });
    types.set(name, preparation.prepare(schema, { place, typeName: name, covered: false }));
  }
}
