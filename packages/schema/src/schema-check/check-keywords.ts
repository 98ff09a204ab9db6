import { KNOWN_FORMATS } from '../evaluate/formats.ts';
import { appendPointer } from '../json/json-pointer.ts';
import { didYouMean } from '../problems/did-you-mean.ts';
import { previewJson } from '../problems/preview-json.ts';
import { DIALECT_URIS, type Dialect } from '../references/dialect.ts';
import { isReferenceAlone, REFERENCE_KEYWORD } from '../references/reference-keywords.ts';
import { KNOWN_KEYWORDS, type Subschema } from '../references/schema-keywords.ts';
import type { JsonSchema } from '../types/json.ts';
import type { SchemaIssue } from './schema-issue.ts';

/**
 * The keywords that cause no warning beside a `$ref` up to draft 07, because they keep their
 * meaning there or check nothing.
 */
const STAYS: ReadonlySet<string> = new Set([
  REFERENCE_KEYWORD,
  '$schema',
  '$id',
  'id',
  'definitions',
  'title',
  'description',
  '$comment',
  'default',
  'examples',
  'readOnly',
  'writeOnly',
  'contentMediaType',
  'contentEncoding',
  'nullable',
  'discriminator',
]);

/** Keywords of libraries of schemas and other descriptions, and those of JSON Schema that they mean. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['default_value', 'default'],
  ['defaultValue', 'default'],
  ['desc', 'description'],
  ['doc', 'description'],
  ['example', 'examples'],
  ['fields', 'properties'],
  ['help', 'description'],
  ['hint', 'description'],
  ['label', 'title'],
  ['max', 'maximum'],
  ['maximumLength', 'maxLength'],
  ['maxValue', 'maximum'],
  ['min', 'minimum'],
  ['minimumLength', 'minLength'],
  ['minValue', 'minimum'],
  ['options', 'enum'],
  ['props', 'properties'],
  ['regex', 'pattern'],
  ['step', 'multipleOf'],
  ['unique', 'uniqueItems'],
  ['values', 'enum'],
]);

/** The ends of the keywords that "min" and "max" mean for values with a length, by the type. */
const LENGTHS: Readonly<Record<string, string>> = {
  string: 'Length',
  array: 'Items',
  object: 'Properties',
};

/** Returns the advice for a keyword that the dialect does not know, in words. */
function advise(name: string, { type }: JsonSchema, keywords: ReadonlySet<string>): string {
  if (name === 'optional') return 'leave the name out of "required" instead';
  if (KNOWN_KEYWORDS.v1.has(name) && !KNOWN_KEYWORDS['2020-12'].has(name)) {
    return `it is one of "$schema": ${JSON.stringify(DIALECT_URIS.v1)}`;
  }
  const length = typeof type === 'string' ? LENGTHS[type] : undefined;
  const isBound = name === 'min' || name === 'max';
  const synonym = isBound && length !== undefined ? `${name}${length}` : SYNONYMS.get(name);
  const suggestion = synonym ?? didYouMean(name, keywords);
  if (suggestion === undefined) return 'let names of your own begin with "x-"';
  return `did you mean ${JSON.stringify(suggestion)}?`;
}

/** The keywords of ajv-errors and of form libraries whose texts are shown; they check nothing. */
const FORM_WORDS: ReadonlySet<string> = new Set(['errorMessage', 'enumNames']);

/** The formats that say how a value is entered and shown, and that no validator checks. */
const SHOWN_FORMATS: ReadonlySet<string> = new Set([
  'color',
  'currency',
  'data-url',
  'markdown',
  'money',
  'textarea',
]);

/**
 * Finds keywords and formats that the dialect does not know and that therefore check nothing, and
 * OpenAPI's `nullable`, which counts here beside `type` but not in other validators.
 */
export function checkKeywords({
  schema,
  pointer,
  dialect,
}: Subschema & { readonly dialect: Dialect }): readonly SchemaIssue[] {
  if (typeof schema === 'boolean') return [];
  const keywords = KNOWN_KEYWORDS[dialect];
  const unknown = Object.keys(schema).filter(
    (name) => !keywords.has(name) && !name.startsWith('x-') && !FORM_WORDS.has(name),
  );
  const issues = unknown.map((name): SchemaIssue => {
    const hint = advise(name, schema, keywords);
    return {
      code: 'schema-keyword-unknown',
      severity: 'warning',
      pointer: appendPointer(pointer, name),
      message: `${previewJson(name)} is ignored because ${dialect} has no such keyword: ${hint}`,
    };
  });
  if (Object.hasOwn(schema, 'nullable')) {
    const advice = 'write "type": ["string", "null"], with the type that is meant';
    issues.push({
      code: 'schema-keyword-unknown',
      severity: 'warning',
      pointer: appendPointer(pointer, 'nullable'),
      message: `"nullable" counts here, but is ignored by other validators of ${dialect}: ${advice}`,
    });
  }
  const { required } = schema;
  if (dialect === 'draft-04' && Array.isArray(required) && required.length === 0) {
    issues.push({
      code: 'schema-required-empty',
      severity: 'warning',
      pointer: appendPointer(pointer, 'required'),
      message: `"required" has no names, which other validators of ${dialect} may refuse: leave it out`,
    });
  }
  if (isReferenceAlone(schema, dialect)) {
    const ignored = Object.keys(schema).filter((name) => keywords.has(name) && !STAYS.has(name));
    return [...issues, ...ignored.map((name) => createIgnoredIssue(name, pointer, dialect))];
  }
  const { format } = schema;
  if (typeof format !== 'string') return issues;
  if (KNOWN_FORMATS.has(format) || SHOWN_FORMATS.has(format)) return issues;
  const suggestion = didYouMean(format, [...KNOWN_FORMATS, ...SHOWN_FORMATS]);
  const hint = suggestion === undefined ? '' : `: did you mean ${JSON.stringify(suggestion)}?`;
  return [
    ...issues,
    {
      code: 'schema-format-unknown',
      severity: 'warning',
      pointer: appendPointer(pointer, 'format'),
      message: `The format ${previewJson(format)} is ignored because no such format is checked${hint}`,
    },
  ];
}

function createIgnoredIssue(name: string, pointer: string, dialect: Dialect): SchemaIssue {
  return {
    code: 'schema-keyword-ignored',
    severity: 'warning',
    pointer: appendPointer(pointer, name),
    message: `${previewJson(name)} is ignored beside "${REFERENCE_KEYWORD}" in ${dialect}: put the reference into an "allOf"`,
  };
}
