import { isRecord } from '../is-record.ts';
import { didYouMean } from '../problems/did-you-mean.ts';
import { appendPointer } from '../problems/json-pointer.ts';
import { previewJson } from '../problems/preview-json.ts';
import type { JsonSchema } from '../types/json.ts';
import { ignoresBesideRef } from '../validation/dialect.ts';
import type { SchemaIndex } from './index-schema.ts';
import { toSyntaxError } from './list-patterns.ts';
import type { SchemaIssue } from './schema-issue.ts';
import { toSchemaIssue } from './to-schema-issue.ts';

/** The names that schemas declare. */
interface Declared {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly RegExp[];
}

/**
 * Required names that are probably misspelt: a schema that declares properties requires one that
 * nothing in the document declares, and has a name like it that it does not require, or lets no
 * other name through.
 */
export function checkRequired(root: JsonSchema, index: SchemaIndex): readonly SchemaIssue[] {
  const schemas = [...index.places.values()].flatMap(({ schema, pointer }) =>
    typeof schema === 'boolean' ? [] : [{ schema, pointer, own: toDeclared([schema]) }],
  );
  const all = toDeclared(schemas.map(({ schema }) => schema));
  return schemas.flatMap(({ schema, pointer, own }) => {
    const { required, additionalProperties } = schema;
    const stands = !ignoresBesideRef(index.dialect) || schema['$ref'] === undefined;
    if (!Array.isArray(required) || !isRecord(schema['properties']) || !stands) return [];
    const optional = [...own.names].filter((name) => !required.includes(name));
    return required.flatMap((name: unknown, position) => {
      if (typeof name !== 'string' || declares(own, name)) return [];
      const isClosed = additionalProperties === false;
      const near = declares(all, name) && !isClosed ? undefined : didYouMean(name, optional);
      if (near === undefined && !isClosed) return [];
      const hint = near === undefined ? '' : `, did you mean ${JSON.stringify(near)}?`;
      return [
        toSchemaIssue(root, {
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

function toDeclared(schemas: readonly JsonSchema[]): Declared {
  const list = (keyword: string): readonly string[] =>
    schemas.flatMap(({ [keyword]: map }) => (isRecord(map) ? Object.keys(map) : []));
  const patterns = list('patternProperties').filter((text) => toSyntaxError(text) === undefined);
  return {
    names: new Set(list('properties')),
    patterns: patterns.map((text) => new RegExp(text, 'u')),
  };
}

function declares({ names, patterns }: Declared, name: string): boolean {
  return names.has(name) || patterns.some((pattern) => pattern.test(name));
}
