import { isRecord } from '@formwork/core';
import { prepareLiterals } from './prepare-literals.ts';
import { prepareReference } from './prepare-reference.ts';
import { prepareShape } from './prepare-shape.ts';
import {
  prepareList,
  spend,
  toBranch,
  type Preparation,
  type Surroundings,
} from './preparation.ts';
import type { ReferenceKeyword } from './resolve-reference.ts';
import { isLegacyDialect, leavesToOthers, OBJECT_KEYWORDS } from './schema-keywords.ts';
import { toDoc } from './to-doc.ts';
import { NEVER, toIntersection, toUnion, UNKNOWN, withDoc, type TypeNode } from './type-node.ts';

const REFERENCES: readonly ReferenceKeyword[] = ['$ref', '$dynamicRef', '$recursiveRef'];

/**
 * The type of the values that a schema accepts. Where TypeScript cannot say it, the type is wider
 * than the schema, never narrower: `not`, `if`, `contains`, `dependentSchemas` and patterns of
 * texts are left out.
 *
 * Only keywords known here are read. `tsType`, `tsEnumNames` and all other extensions of the
 * generator, which could put code into its output, have no way through.
 */
export function prepareSchema(
  preparation: Preparation,
  schema: unknown,
  surroundings: Surroundings,
): TypeNode {
  spend(preparation, surroundings.place);
  if (schema === false) return NEVER;
  if (!isRecord(schema)) return UNKNOWN;
  const references = REFERENCES.flatMap((keyword) => {
    const text = schema[keyword];
    if (typeof text !== 'string') return [];
    return [prepareReference(preparation, { keyword, text, place: surroundings.place })];
  });
  const [legacyReference] = references;
  if (legacyReference !== undefined && isLegacy(preparation, surroundings)) {
    return withDoc(legacyReference, toDoc(schema));
  }
  const inside = toInside(schema, surroundings);
  const shape =
    prepareLiterals(preparation, schema, surroundings) ??
    prepareShape(preparation, schema, surroundings);
  const inner = [
    ...prepareList(preparation, schema['allOf'], toBranch(inside, 'allOf')),
    ...['anyOf', 'oneOf'].flatMap((keyword) => {
      const branches = schema[keyword];
      if (!Array.isArray(branches) || branches.length === 0) return [];
      return [toUnion(prepareList(preparation, branches, toBranch(inside, keyword)))];
    }),
  ];
  const others = toIntersection([...references, ...inner]);
  // "Any object" beside more telling schemas would only let in what they leave out.
  const own =
    others.kind !== 'unknown' && isAnyObject(shape)
      ? others
      : toIntersection([...references, shape, ...inner]);
  return withDoc(schema['nullable'] === true ? toNullable(own) : own, toDoc(schema));
}

function isAnyObject(node: TypeNode): boolean {
  return node.kind === 'object' && node.properties.length === 0 && node.rest?.kind === 'unknown';
}

/**
 * Properties that an alternative does not list are the business of the object that it stands in,
 * if that says anything about properties.
 */
function toInside(
  schema: Readonly<Record<string, unknown>>,
  surroundings: Surroundings,
): Surroundings {
  const covers =
    leavesToOthers(schema) ||
    OBJECT_KEYWORDS.some((keyword) => keyword !== 'required' && isRecord(schema[keyword])) ||
    schema['additionalProperties'] === false;
  return { ...surroundings, covered: surroundings.covered || covers };
}

function isLegacy({ documents }: Preparation, { place }: Surroundings): boolean {
  const content = documents[place.document]?.content;
  return isRecord(content) && isLegacyDialect(content['$schema']);
}

function toNullable(node: TypeNode): TypeNode {
  return toUnion([node, { kind: 'scalar', type: 'null' }]);
}
