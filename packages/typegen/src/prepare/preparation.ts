import { appendPointer } from '@formwork/schema/internal';
import { TypegenLimitError, type TypegenWarning } from '../errors.ts';
import type { TypegenLimits } from '../limits.ts';
import type { SchemaDocument, SchemaPlace } from '../type-source.ts';
import type { DocumentIndex } from './references.ts';
import type { TypeNames } from './type-names.ts';
import type { TypeNode } from './type-node.ts';

/** The state of a preparation: the sources, the types so far, and what they cost. */
export interface Preparation {
  readonly documents: readonly SchemaDocument[];
  readonly index: DocumentIndex;
  readonly limits: TypegenLimits;
  readonly names: TypeNames;
  /** The name of the type at each place that has one, even if it has not been prepared yet. */
  readonly nameByPlace: Map<string, string>;
  readonly waiting: { readonly name: string; readonly place: SchemaPlace }[];
  /** All types so far, by name. */
  readonly types: Map<string, TypeNode>;
  readonly warnings: TypegenWarning[];
  /** Prepares a schema within another one; a member, so that files import in no circle. */
  readonly prepare: (schema: unknown, surroundings: Surroundings) => TypeNode;
  /** The `performance.now()` at which time is up. */
  readonly deadline: number;
  /** The number of subschemas so far. */
  count: number;
}

/** The place of a schema, and what its surroundings mean for it. */
export interface Surroundings {
  readonly place: SchemaPlace;
  /** The type that it is a part of. */
  readonly typeName: string;
  /** True if the schemas beside it decide about properties that it does not list. */
  readonly covered: boolean;
}

/** The surroundings of a member or an item of the schema that stands here. */
export function descend(surroundings: Surroundings, segment: string | number): Surroundings {
  const { place } = surroundings;
  return {
    ...surroundings,
    place: { ...place, pointer: appendPointer(place.pointer, segment) },
  };
}

/** The types of a list of schemas, at the place of the list; `[]` of anything else. */
export function prepareList(
  preparation: Preparation,
  schemas: unknown,
  surroundings: Surroundings,
): readonly TypeNode[] {
  if (!Array.isArray(schemas)) return [];
  return schemas.map((schema: unknown, index) =>
    preparation.prepare(schema, descend(surroundings, index)),
  );
}

/** Counts one more subschema; throws if there are too many, or if time is up. */
export function countSubschema(preparation: Preparation, place: SchemaPlace): void {
  const { limits, documents } = preparation;
  preparation.count += 1;
  const name = documents[place.document]?.name ?? 'the source';
  if (preparation.count > limits.maxSchemas) {
    const expected = `have ${limits.maxSchemas} subschemas at most`;
    throw new TypegenLimitError(name, { name: 'maxSchemas', expected });
  }
  checkTime(preparation, name);
}

/** Throws if time is up. */
function checkTime(
  { limits, deadline }: { readonly limits: TypegenLimits; readonly deadline: number },
  subject: string,
): void {
  if (performance.now() <= deadline) return;
  const expected = `be done within ${limits.maxMilliseconds} ms`;
  throw new TypegenLimitError(subject, { name: 'maxMilliseconds', expected });
}

/** Adds a warning about a place. */
export function warn(
  { documents, warnings }: Pick<Preparation, 'documents' | 'warnings'>,
  place: SchemaPlace,
  warning: Omit<TypegenWarning, 'where'>,
): void {
  const document = documents[place.document]?.name ?? '';
  warnings.push({ ...warning, where: `${document}#${place.pointer}` });
}
