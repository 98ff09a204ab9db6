import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';

/** A type of JSON Schema as forms use it; `integer` only where `number` is not allowed as well. */
export type FormType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

const TYPES: ReadonlySet<unknown> = new Set<FormType>([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);

/**
 * Keywords that apply to values of one type only, by that type. A schema without a type has the
 * type of its first such keyword.
 */
const TELLING: readonly (readonly [FormType, readonly string[]])[] = [
  [
    'object',
    [
      'properties',
      'patternProperties',
      'additionalProperties',
      'required',
      'propertyNames',
      'minProperties',
      'maxProperties',
      'dependencies',
      'dependentRequired',
      'dependentSchemas',
      'propertyDependencies',
    ],
  ],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  [
    'string',
    ['pattern', 'format', 'minLength', 'maxLength', 'contentMediaType', 'contentEncoding'],
  ],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/**
 * Lists the types that a schema names, else the type that its keywords apply to; `[]` if neither
 * tells a type.
 */
export function inferTypes(schema: JsonSchema): readonly FormType[] {
  const named = [schema['type']].flat().filter(isFormType);
  if (named.length > 0) {
    const types = schema['nullable'] === true ? [...named, 'null' as const] : named;
    return [...new Set(types)].filter((type) => type !== 'integer' || !types.includes('number'));
  }
  const values = listValues(schema);
  if (values !== undefined) return [...new Set(values.map(toType))];
  const matches = TELLING.filter(([, keywords]) => keywords.some((keyword) => keyword in schema));
  const [first] = matches.length > 0 ? matches.map(([type]) => type) : inferBranches(schema);
  return first === undefined ? [] : [first];
}

/** Lists the types of `then` and `else`; a reference there nearly always leads to a group. */
function inferBranches(schema: JsonSchema): readonly FormType[] {
  if (!('if' in schema)) return [];
  return [schema['then'], schema['else']]
    .filter(isRecord)
    .flatMap((branch) => ('$ref' in branch ? ['object' as const] : inferTypes(branch)));
}

/** Lists the values that a schema allows by `enum` or `const`; `undefined` if it has neither. */
export function listValues(schema: JsonSchema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  const values = schema['enum'];
  return Array.isArray(values) && values.length > 0 ? values : undefined;
}

export function isFormType(value: unknown): value is FormType {
  return TYPES.has(value);
}

function toType(value: unknown): FormType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isRecord(value)) return 'object';
  if (typeof value === 'boolean') return 'boolean';
  return typeof value === 'number' ? 'number' : 'string';
}
