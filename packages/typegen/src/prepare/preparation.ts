import { appendPointer } from '@formwork/schema/json';
import { TypegenLimitError, type TypegenWarning } from '../errors.ts';
import type { TypegenLimits } from '../limits.ts';
import type { SchemaDocument, SchemaLocation } from '../type-source.ts';
import type { DocumentIndex } from './references.ts';
import type { TypeNames } from './type-names.ts';
import type { TypeNode } from './type-node.ts';

/** The state of preparing types: the documents, the types so far, and the limits. */
export interface Preparation {
  readonly documents: readonly SchemaDocument[];
  readonly index: DocumentIndex;
  readonly limits: TypegenLimits;
  readonly names: TypeNames;
  /**
   * The name of the type at each place that has one, even if that type has not been prepared yet.
   */
  readonly nameByPlace: Map<string, string>;
  readonly waiting: { readonly name: string; readonly location: SchemaLocation }[];
  /** The types prepared so far, by name. */
  readonly types: Map<string, TypeNode>;
  readonly warnings: TypegenWarning[];
  /** The schemas that are taken for objects or arrays although they do not say so. */
  readonly assumed: Map<string, SchemaLocation[]>;
  /** Whether a schema, or one that applies as well, says of which type values are. */
  readonly telling: WeakMap<object, boolean>;
  /**
   * Prepares the type of a schema within another one. It is a member so that the modules need not
   * import each other in a circle.
   */
  readonly prepare: (schema: unknown, surroundings: Surroundings) => TypeNode;
  /** The time at which the preparation fails, in milliseconds by `performance.now()`. */
  readonly deadline: number;
  /** The number of subschemas prepared so far. */
  count: number;
}

/**
 * The circumstances in which the type of a schema is prepared: its place, the type around it, and
 * whether other schemas describe the same object.
 */
export interface Surroundings {
  readonly location: SchemaLocation;
  /** The name of the type that the schema is a part of. */
  readonly typeName: string;
  /** True if schemas beside the current one decide about properties that it does not list. */
  readonly covered: boolean;
  /** True if schemas beside the current one say the type of the value. */
  readonly typed: boolean;
}

/** The surroundings of a part of a value, such as a property, about which no other schema decides. */
export const PART = { covered: false, typed: false } as const;

/** Returns the surroundings of a member or an item of a schema, given those of the schema. */
export function descend(surroundings: Surroundings, segment: string | number): Surroundings {
  const { location } = surroundings;
  return {
    ...surroundings,
    location: { ...location, pointer: appendPointer(location.pointer, segment) },
  };
}

/** Prepares the types of a list of schemas; `[]` if the value is not a list. */
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

/** Counts one more subschema, and throws if there are too many or the time is up. */
export function countSubschema(preparation: Preparation, location: SchemaLocation): void {
  const { limits, documents } = preparation;
  preparation.count += 1;
  const name = documents[location.document]?.name ?? 'the source';
  if (preparation.count > limits.maxSchemas) {
    const expected = `have ${limits.maxSchemas} subschemas at most`;
    throw new TypegenLimitError(name, { name: 'maxSchemas', expected });
  }
  checkTime(preparation, name);
}

/** Throws if the time for preparing types is up. */
function checkTime(
  { limits, deadline }: { readonly limits: TypegenLimits; readonly deadline: number },
  subject: string,
): void {
  if (performance.now() <= deadline) return;
  const expected = `be done within ${limits.maxMilliseconds} ms`;
  throw new TypegenLimitError(subject, { name: 'maxMilliseconds', expected });
}

/** The most places that one warning names. */
const MAX_NAMED = 5;

/** Adds one warning for all schemas that are taken for the same type, because there may be hundreds. */
export function warnOfAssumed(preparation: Preparation): void {
  for (const [type, places] of preparation.assumed) {
    const [first] = places;
    if (first === undefined) continue;
    const pointers = places.slice(0, MAX_NAMED).map((location) => `#${location.pointer}`);
    const remainder =
      places.length > pointers.length ? ` and ${places.length - pointers.length} more` : '';
    const isOne = places.length === 1;
    const message = `Took ${isOne ? 'a schema' : `${places.length} schemas`} without "type" for ${isOne ? `an ${type}` : `${type}s`}, although other values fit as well: ${pointers.join(', ')}${remainder}; add "type": ${JSON.stringify(type)}`;
    warn(preparation, first, { code: 'type-assumed', message });
  }
}

/** Adds a warning about the place of a schema. */
export function warn(
  { documents, warnings }: Pick<Preparation, 'documents' | 'warnings'>,
  location: SchemaLocation,
  warning: Omit<TypegenWarning, 'where'>,
): void {
  const document = documents[location.document]?.name ?? '';
  warnings.push({ ...warning, where: `${document}#${location.pointer}` });
}
