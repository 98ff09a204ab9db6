import { appendPointer } from '@formwork/core';
import { TypegenLimitError } from '../errors/typegen-limit-error.ts';
import type { TypegenLimits } from '../limits.ts';
import type { TypegenWarning } from '../typegen-warning.ts';
import type { DocumentIndex } from './index-documents.ts';
import type { SchemaDocument, SchemaPlace } from './schema-document.ts';
import type { TypeNames } from './type-names.ts';
import type { TypeNode } from './type-node.ts';

/** What schemas are prepared in: the sources, what came of them so far, and what it cost. */
export interface Preparation {
  readonly documents: readonly SchemaDocument[];
  readonly index: DocumentIndex;
  readonly limits: TypegenLimits;
  readonly names: TypeNames;
  /** The type at each place that has a name, also of those that are still to be prepared. */
  readonly nameByPlace: Map<string, string>;
  readonly waiting: { readonly name: string; readonly place: SchemaPlace }[];
  /** What has been prepared, by name. */
  readonly types: Map<string, TypeNode>;
  readonly warnings: TypegenWarning[];
  /** Prepares what stands in what is being prepared; set once, so that files need no circle. */
  readonly prepare: (schema: unknown, surroundings: Surroundings) => TypeNode;
  /** `performance.now()` at which the time is up. */
  readonly deadline: number;
  /** Subschemas so far. */
  count: number;
}

/** Where a schema stands, and what its surroundings mean for it. */
export interface Surroundings {
  readonly place: SchemaPlace;
  /** The type that it is a part of. */
  readonly typeName: string;
  /** True if what stands beside it in place decides about properties that it does not list. */
  readonly covered: boolean;
}

/** The surroundings of a member or item of what stands here. */
export function toBranch(surroundings: Surroundings, segment: string | number): Surroundings {
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
    preparation.prepare(schema, toBranch(surroundings, index)),
  );
}

/** Counts one more subschema; throws when that is too many, or takes too long. */
export function spend(preparation: Preparation, place: SchemaPlace): void {
  const { limits, documents } = preparation;
  preparation.count += 1;
  const name = documents[place.document]?.name ?? 'the source';
  if (preparation.count > limits.maxSchemas) {
    const expected = `have ${limits.maxSchemas} subschemas at most`;
    throw new TypegenLimitError(name, { name: 'maxSchemas', expected });
  }
  checkTime(preparation, name);
}

/** Throws when the time is up. */
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
