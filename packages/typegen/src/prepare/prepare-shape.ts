import { isRecord } from '@formwork/core';
import { prepareArray } from './prepare-array.ts';
import { prepareObject } from './prepare-object.ts';
import { toBranch, warn, type Preparation, type Surroundings } from './preparation.ts';
import { ARRAY_KEYWORDS, OBJECT_KEYWORDS } from './schema-keywords.ts';
import { toPreview } from './to-preview.ts';
import { toUnion, UNKNOWN, type TypeNode } from './type-node.ts';

/**
 * What `type` and the keywords of objects and arrays say. Without `type` the keywords decide: who
 * lists properties means an object.
 */
export function prepareShape(
  preparation: Preparation,
  schema: Readonly<Record<string, unknown>>,
  surroundings: Surroundings,
): TypeNode {
  const { type } = schema;
  if (type === undefined) return prepareImplied(preparation, schema, surroundings);
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return toUnion(
    types.map((one, index) =>
      // Draft 03 had schemas among the types.
      isRecord(one)
        ? preparation.prepare(one, toBranch(toBranch(surroundings, 'type'), index))
        : prepareType(preparation, schema, { ...surroundings, type: one }),
    ),
  );
}

function prepareImplied(
  preparation: Preparation,
  schema: Readonly<Record<string, unknown>>,
  surroundings: Surroundings,
): TypeNode {
  const implied = [
    ...(OBJECT_KEYWORDS.some((keyword) => keyword in schema) ? ['object'] : []),
    ...(ARRAY_KEYWORDS.some((keyword) => keyword in schema) ? ['array'] : []),
  ];
  if (implied.length === 0) return UNKNOWN;
  return toUnion(
    implied.map((type) => prepareType(preparation, schema, { ...surroundings, type })),
  );
}

function prepareType(
  preparation: Preparation,
  schema: Readonly<Record<string, unknown>>,
  surroundings: Surroundings & { readonly type: unknown },
): TypeNode {
  switch (surroundings.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return { kind: 'scalar', type: surroundings.type };
    case 'number':
    case 'integer':
      return { kind: 'scalar', type: 'number' };
    case 'object':
      return prepareObject(preparation, schema, surroundings);
    case 'array':
      return prepareArray(preparation, schema, surroundings);
    case 'any':
      return UNKNOWN;
    default: {
      const message = `Cannot use "type" as it must be a type of JSON: current value is ${toPreview(surroundings.type)}, using unknown`;
      warn(preparation, surroundings.place, { code: 'type-unknown', message });
      return UNKNOWN;
    }
  }
}
