import { appendPointer, parsePointer } from '../json/json-pointer.ts';
import { isRecord } from '../json/record.ts';
import { findPatternFault } from '../pattern/find-pattern-fault.ts';
import { createLimitedTest } from '../pattern/pattern-matcher.ts';
import { toUnicodePattern } from '../pattern/unicode-pattern.ts';
import { didYouMean } from '../problems/did-you-mean.ts';
import { previewJson } from '../problems/preview-json.ts';
import { toDialect } from '../references/dialect.ts';
import { isReferenceAlone } from '../references/reference-keywords.ts';
import type { Subschema } from '../references/schema-keywords.ts';
import { checkKeywords } from '../schema-check/check-keywords.ts';
import { checkMetaSchema } from '../schema-check/check-meta-schema.ts';
import { checkReferences } from '../schema-check/check-references.ts';
import { checkUiHints } from '../schema-check/check-ui-hints.ts';
import { embedMetaSchema } from '../schema-check/embed-meta-schema.ts';
import type { SchemaIndex } from '../schema-check/index-schema.ts';
import {
  type SchemaIssue,
  createCompileIssue,
  createDialectIssue,
  createSchemaIssue,
} from '../schema-check/schema-issue.ts';
import { checkPatterns } from '../schema-check/slow-patterns.ts';
import type { JsonSchema } from '../types/json.ts';
import {
  type CompiledSchema,
  compileSchema,
  readSchema,
  type ReadSchema,
} from '../validation/compile-schema.ts';
import { addObjectType, lacksObjectType } from './assumed-object.ts';
import { findMismatchedValues } from './mismatched-values.ts';

/** The keywords with values: one that is rounded is another value. */
const KEYWORDS_WITH_VALUES = ['const', 'enum', 'default'];

/** The keywords with bounds: one of 64 bits that is rounded bounds nearly the same. */
const KEYWORDS_WITH_BOUNDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
];

/** Finds everything that is wrong or doubtful in a schema, and compiles it. Never throws. */
export function judgeSchema(schema: JsonSchema): {
  /** The issues of the schema, errors first. */
  readonly issues: readonly SchemaIssue[];
  /** The compiled schema; absent when the schema has errors. */
  readonly compiled?: CompiledSchema;
} {
  try {
    JSON.stringify(schema);
  } catch (error) {
    const finding = { code: 'schema-not-json', pointer: '', expected: 'JSON' };
    return { issues: [createSchemaIssue(schema, { ...finding, current: String(error) })] };
  }
  const dialect = toDialect(schema);
  if (dialect === undefined) return { issues: [createDialectIssue(schema)] };
  try {
    const read = readSchema(embedMetaSchema(schema), dialect);
    const issues = listIssues(schema, read);
    const errors = issues.filter(({ severity }) => severity === 'error');
    const warnings = issues.filter(({ severity }) => severity === 'warning');
    if (errors.length > 0) return { issues: [...errors, ...warnings] };
    const isAssumed = warnings.some(({ code }) => code === TYPE_ASSUMED);
    const completed = isAssumed ? readSchema(addObjectType(read.schema, dialect), dialect) : read;
    return {
      issues: [...warnings, ...findMismatchedValues(completed)],
      compiled: compileSchema(completed),
    };
  } catch (error) {
    return { issues: [createCompileIssue(error)] };
  }
}

function listIssues(schema: JsonSchema, { index, dialect }: ReadSchema): readonly SchemaIssue[] {
  return [
    ...checkMetaSchema(schema, dialect),
    ...checkReferences(schema, index),
    ...checkRoot(schema, index),
    ...checkRequired(schema, index),
    ...joinIgnored(
      [...index.places.values()].flatMap((subschema) => [
        ...checkName(schema, subschema),
        ...checkNumbers(schema, subschema),
        ...checkPatterns(schema, subschema),
        ...checkKeywords({ ...subschema, dialect }),
        ...checkUiHints(schema, subschema),
      ]),
    ),
  ];
}

/** The issues that say the same at each place, so that one line has them all. */
const REPEATED: ReadonlySet<string> = new Set([
  'schema-keyword-unknown',
  'schema-keyword-ignored',
  'schema-format-unknown',
]);

/** Joins the warnings of one keyword or format, which a schema may have in hundreds of places. */
function joinIgnored(issues: readonly SchemaIssue[]): readonly SchemaIssue[] {
  const counts = new Map<string, number>();
  const toKey = ({ code, message }: SchemaIssue): string => `${code} ${message}`;
  for (const issue of issues) counts.set(toKey(issue), (counts.get(toKey(issue)) ?? 0) + 1);
  const keys = new Set<string>();
  return issues.flatMap((issue) => {
    if (!REPEATED.has(issue.code)) return [issue];
    const key = toKey(issue);
    if (keys.has(key)) return [];
    keys.add(key);
    const repeats = (counts.get(key) ?? 1) - 1;
    if (repeats === 0) return [issue];
    const places = repeats === 1 ? 'at one other place' : `at ${repeats} other places`;
    return [{ ...issue, message: `${issue.message} (here and ${places})` }];
  });
}

/**
 * Finds a name with half a surrogate pair, which can be encoded neither on the wire nor in a URI.
 */
function checkName(root: JsonSchema, { pointer }: Subschema): readonly SchemaIssue[] {
  const name = parsePointer(pointer).at(-1) ?? '';
  if (!/\p{Surrogate}/u.test(name)) return [];
  return [
    createSchemaIssue(root, {
      code: 'schema-not-json',
      pointer,
      expected: 'named by text without half a surrogate pair',
      current: previewJson(name),
    }),
  ];
}

/**
 * Finds integers beyond 2^53 - 1: parsers of JSON round them, so the schema no longer says what its
 * author wrote, and says something else in another language.
 */
function checkNumbers(root: JsonSchema, { schema, pointer }: Subschema): SchemaIssue[] {
  if (typeof schema === 'boolean') return [];
  const find = (keyword: string): readonly string[] =>
    findUnsafeIntegers(schema[keyword], appendPointer(pointer, keyword));
  const code = 'schema-integer-unsafe';
  return [
    ...KEYWORDS_WITH_VALUES.flatMap(find).map((at) =>
      createSchemaIssue(root, {
        code,
        pointer: at,
        expected: `between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER} if it is an integer`,
      }),
    ),
    ...KEYWORDS_WITH_BOUNDS.flatMap((keyword) => {
      const message = `${JSON.stringify(keyword)} counts as ${String(schema[keyword])}, because integers beyond ${Number.MAX_SAFE_INTEGER} are rounded: others may read it with another last digit`;
      return find(keyword).map((at): SchemaIssue => ({
        severity: 'warning',
        code,
        pointer: at,
        message,
      }));
    }),
  ];
}

function findUnsafeIntegers(value: unknown, pointer: string): readonly string[] {
  if (typeof value === 'number') {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? [pointer] : [];
  }
  if (!Array.isArray(value) && !isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    findUnsafeIntegers(member, appendPointer(pointer, name)),
  );
}

/** The code of the warning that a schema gets `"type": "object"`. */
export const TYPE_ASSUMED = 'schema-type-assumed';

/** The code of the error for a schema that takes more than objects. */
export const NOT_OBJECT = 'schema-root-not-object';

/** Checks that a schema accepts objects and nothing else, because a data part carries an object. */
function checkRoot(schema: JsonSchema, index: SchemaIndex): readonly SchemaIssue[] {
  if (takesOnlyObjects(index, '', new Set())) return [];
  if (lacksObjectType(index)) {
    const message =
      'The schema gets "type": "object", because it has "properties" and a message carries an object: write it';
    return [{ severity: 'warning', code: TYPE_ASSUMED, pointer: '', message }];
  }
  return [
    createSchemaIssue(schema, {
      code: NOT_OBJECT,
      pointer: '',
      expected: 'a schema that takes only objects, such as one with "type": "object"',
      current: describeRoot(schema),
    }),
  ];
}

function takesOnlyObjects(index: SchemaIndex, pointer: string, visited: Set<string>): boolean {
  const schema = index.places.get(pointer)?.schema;
  if (schema === undefined || schema === true || visited.has(pointer)) return false;
  if (schema === false) return true;
  visited.add(pointer);
  const isReference = (): boolean =>
    (index.referencesOf.get(pointer) ?? []).some(
      ({ target }) => target !== undefined && takesOnlyObjects(index, target, visited),
    );
  if (isReferenceAlone(schema, index.dialect)) return isReference();
  const takes = (keyword: string): readonly boolean[] => {
    const members = schema[keyword];
    return (Array.isArray(members) ? members : []).map((_, position) =>
      takesOnlyObjects(index, `${appendPointer(pointer, keyword)}/${position}`, new Set(visited)),
    );
  };
  const [anyOf, oneOf] = [takes('anyOf'), takes('oneOf')];
  return (
    isObjectType(schema) ||
    isObjectValue(schema) ||
    takes('allOf').includes(true) ||
    (anyOf.length > 0 && !anyOf.includes(false)) ||
    (oneOf.length > 0 && !oneOf.includes(false)) ||
    isReference()
  );
}

function isObjectType({ type, nullable }: JsonSchema): boolean {
  const types = [type].flat();
  return nullable !== true && types.length === 1 && types[0] === 'object';
}

function isObjectValue(schema: JsonSchema): boolean {
  if (Object.hasOwn(schema, 'const')) return isRecord(schema['const']);
  return Array.isArray(schema['enum']) && schema['enum'].every(isRecord);
}

function describeRoot(schema: JsonSchema): string {
  const { type, nullable } = schema;
  if (type === undefined) return 'no "type"';
  const beside = nullable === true ? ', "nullable": true' : '';
  return `"type": ${JSON.stringify(type)}${beside}`;
}

/** The names that the schemas of a document declare as properties. */
interface Declared {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly ((name: string) => boolean)[];
}

/**
 * Finds required names that are probably misspelt: the schema declares properties and requires one
 * that nothing in the document declares, while a similar name is optional, or no other name is
 * allowed.
 */
function checkRequired(root: JsonSchema, index: SchemaIndex): readonly SchemaIssue[] {
  const schemas = [...index.places.values()].flatMap(({ schema, pointer }) =>
    typeof schema === 'boolean' ? [] : [{ schema, pointer, declared: collectDeclared([schema]) }],
  );
  const all = collectDeclared(schemas.map(({ schema }) => schema));
  return schemas.flatMap(({ schema, pointer, declared }) => {
    const { required, additionalProperties } = schema;
    const stands = !isReferenceAlone(schema, index.dialect);
    if (!Array.isArray(required) || !isRecord(schema['properties']) || !stands) return [];
    const optional = [...declared.names].filter((name) => !required.includes(name));
    return required.flatMap((name: unknown, position) => {
      if (typeof name !== 'string' || declares(declared, name)) return [];
      const isClosed = additionalProperties === false;
      const suggestion =
        declares(all, name) && !isClosed ? undefined : findSimilarName(name, optional);
      if (suggestion === undefined && !isClosed) return [];
      const hint = suggestion === undefined ? '' : `, did you mean ${JSON.stringify(suggestion)}?`;
      return [
        createSchemaIssue(root, {
          code: 'schema-required-undeclared',
          severity: 'warning',
          pointer: appendPointer(appendPointer(pointer, 'required'), position),
          expected: isClosed
            ? 'a name that "additionalProperties": false lets through'
            : 'a name that "properties" declares',
          current: `${previewJson(name)}${hint}`,
        }),
      ];
    });
  });
}

/** Finds the name that a misspelt one means; a short one may also be longer or shorter at its end. */
function findSimilarName(name: string, names: readonly string[]): string | undefined {
  return (
    didYouMean(name, names) ??
    names.find((candidate) => {
      const [short = '', long = ''] = [name, candidate].toSorted((a, b) => a.length - b.length);
      return short.length > 0 && long.length <= 3 && long.startsWith(short);
    })
  );
}

function collectDeclared(schemas: readonly JsonSchema[]): Declared {
  const list = (keyword: string): readonly string[] =>
    schemas.flatMap(({ [keyword]: map }) => (isRecord(map) ? Object.keys(map) : []));
  const patterns = list('patternProperties').filter(
    (text) => findPatternFault(toUnicodePattern(text)) === undefined,
  );
  return {
    names: new Set(list('properties')),
    patterns: patterns.map(createLimitedTest),
  };
}

function declares({ names, patterns }: Declared, name: string): boolean {
  return names.has(name) || patterns.some((matches) => matches(name));
}
