import { appendPointer } from '../json/json-pointer.ts';
import { isRecord } from '../json/record.ts';
import { REFERENCE_KEYWORDS } from '../references/reference-keywords.ts';
import { type Subschema, SUBSCHEMA_FORMS } from '../references/schema-keywords.ts';
import { type SchemaIssue, createSchemaIssue } from '../schema-check/schema-issue.ts';
import type { JsonSchema } from '../types/json.ts';

interface Shape {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
}

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

const TEXT: Shape = { expected: 'a string', fits: (value) => typeof value === 'string' };
const FLAG: Shape = { expected: 'true or false', fits: (value) => typeof value === 'boolean' };
const NUMBER: Shape = { expected: 'a number', fits: (value) => typeof value === 'number' };
const COUNT: Shape = {
  expected: 'an integer of at least 0',
  fits: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0,
};
const NAMES: Shape = {
  expected: 'an array of strings',
  fits: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
};
const SCHEMA: Shape = {
  expected: 'a schema: an object, true or false',
  fits: (value) => typeof value === 'boolean' || isRecord(value),
};
const SCHEMAS: Shape = {
  expected: 'an array of schemas',
  fits: (value) => Array.isArray(value) && value.every(SCHEMA.fits),
};
const SCHEMA_MAP: Shape = {
  expected: 'an object whose members are schemas',
  fits: (value) => isRecord(value) && Object.values(value).every(SCHEMA.fits),
};
const SCHEMA_MAPS: Shape = {
  expected: 'an object whose members are objects of schemas',
  fits: (value) => isRecord(value) && Object.values(value).every(SCHEMA_MAP.fits),
};
const LIMIT: Shape = {
  expected: 'a number, or true or false in draft-04',
  fits: (value) => typeof value === 'number' || typeof value === 'boolean',
};

const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ...[
    ...REFERENCE_KEYWORDS,
    '$id',
    '$anchor',
    '$dynamicAnchor',
    '$schema',
    'pattern',
    'format',
  ].map((name) => [name, TEXT] as const),
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains'].map(
    (name) => [name, COUNT] as const,
  ),
  ...['minProperties', 'maxProperties'].map((name) => [name, COUNT] as const),
  ...['minimum', 'maximum'].map((name) => [name, NUMBER] as const),
  ...['exclusiveMinimum', 'exclusiveMaximum'].map((name) => [name, LIMIT] as const),
  ['uniqueItems', FLAG],
  ['required', NAMES],
  ['enum', { expected: 'an array', fits: Array.isArray }],
  [
    'multipleOf',
    {
      expected: 'a number greater than 0',
      fits: (value) => typeof value === 'number' && value > 0,
    },
  ],
  [
    'type',
    {
      expected: `one of ${TYPES.join(', ')}, or an array of them`,
      fits: (value) => {
        const types: readonly unknown[] = [value].flat();
        return types.length > 0 && types.every((type) => TYPES.some((name) => name === type));
      },
    },
  ],
  [
    'dependentRequired',
    {
      expected: 'an object whose members are arrays of strings',
      fits: (value) => isRecord(value) && Object.values(value).every(NAMES.fits),
    },
  ],
  [
    'dependencies',
    {
      expected: 'an object whose members are schemas or arrays of strings',
      fits: (value) =>
        isRecord(value) &&
        Object.values(value).every((member) => SCHEMA.fits(member) || NAMES.fits(member)),
    },
  ],
  [
    'items',
    {
      expected: 'a schema or an array of schemas',
      fits: (value) => SCHEMA.fits(value) || SCHEMAS.fits(value),
    },
  ],
]);

/**
 * Finds keywords whose values have the wrong type. It is less strict than the meta-schema of the
 * dialect, but needs no generated code, and lets nothing through that could break a validator.
 */
export function checkKeywordTypes(
  root: JsonSchema,
  { schema, pointer }: Subschema,
): readonly SchemaIssue[] {
  if (typeof schema === 'boolean') return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    const shape = SHAPES.get(keyword) ?? findPlaceShape(keyword);
    if (shape === undefined || shape.fits(value)) return [];
    const at = appendPointer(pointer, keyword);
    const { expected } = shape;
    return [createSchemaIssue(root, { code: 'schema-invalid', pointer: at, expected })];
  });
}

function findPlaceShape(keyword: string): Shape | undefined {
  switch (SUBSCHEMA_FORMS.get(keyword)) {
    case 'one':
      return SCHEMA;
    case 'list':
      return SCHEMAS;
    case 'map':
      return SCHEMA_MAP;
    case 'maps':
      return SCHEMA_MAPS;
    case undefined:
      return undefined;
  }
}
