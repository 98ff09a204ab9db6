import { appendPointer } from '../json/json-pointer.ts';
import { deepFreeze, isRecord } from '../json/record.ts';
import { toDialect } from '../references/dialect.ts';
import { dereference } from '../references/follow-reference.ts';
import { indexSchema } from '../schema-check/index-schema.ts';
import { type SchemaIssue, createSchemaIssue } from '../schema-check/schema-issue.ts';
import type { JsonSchema } from '../types/json.ts';
import {
  type StandardSchemaLike,
  isStandardSchema,
  type SchemaLike,
} from '../types/schema-like.ts';
import { type Validator, toValidator } from '../validation/create-validator.ts';
import { addObjectType } from './assumed-object.ts';
import { addCallerRefusals } from './check-schema.ts';
import type { Direction } from './find-unconvertible.ts';
import { toFingerprint } from './fingerprint.ts';
import { judgeSchema, NOT_OBJECT, TYPE_ASSUMED } from './judge-schema.ts';
import { checkLibraryPatterns, weighLibrary } from './library-load.ts';
import { adviseObject, toPublishedSchema } from './to-published-schema.ts';

/** A named schema of an agent, which its card publishes under `schemas`. */
export interface NamedSchema {
  readonly name: string;
  /** The schema as it is published: frozen, with `$schema`. */
  readonly schema: JsonSchema;
  /** The fingerprint of the published schema, made by {@link toFingerprint}. */
  readonly fingerprint: string;
  /** The validator of the published schema. */
  readonly validator: Validator;
  /**
   * The library object that the schema was made from; its own validation runs after that of the
   * published schema. Absent for plain JSON Schema.
   */
  readonly library?: StandardSchemaLike;
}

/** The outcome of {@link createNamedSchema}: the schema, and the issues found in it. */
export interface NamedSchemaResult {
  /** The finished named schema; absent when it has errors. */
  readonly named?: NamedSchema;
  readonly issues: readonly DefinitionIssue[];
}

/**
 * Options of {@link createNamedSchema}: the direction of the schema, and how issues name its place.
 */
export interface NamedSchemaOptions {
  readonly direction: Direction;
  /**
   * The place in the definition that issues name, such as `skill "fight-comparison" input
   * "fightComparison"`.
   */
  readonly where: string;
}

/**
 * The names that have a meaning of their own wherever objects are used as tables, and so cannot be
 * names of schemas.
 */
const RESERVED_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/**
 * Matches valid names of schemas: they travel unquoted in media types and become parts of tool
 * names and file names.
 */
const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/u;

/**
 * Publishes, checks and compiles one schema of a definition, and lists everything that is wrong
 * with it.
 *
 * @example
 * ```ts
 * import { createNamedSchema } from '@formwork/schema';
 *
 * const result = createNamedSchema('order', { type: 'object' }, { direction: 'input', where:
 * 'order' });
 * ```
 */
export function createNamedSchema(
  name: string,
  like: SchemaLike,
  { direction, where }: NamedSchemaOptions,
): NamedSchemaResult {
  const issues: DefinitionIssue[] = [];
  if (!NAME.test(name) || RESERVED_NAMES.includes(name)) {
    const expected = RESERVED_NAMES.includes(name)
      ? `other than ${RESERVED_NAMES.map((reserved) => JSON.stringify(reserved)).join(', ')}`
      : '1 to 64 letters, digits, "_", "." or "-", beginning with a letter or "_"';
    issues.push({
      severity: 'error',
      code: 'schema-name',
      where,
      message: `Cannot name the schema because the name must be ${expected}: current value is ${JSON.stringify(name)}`,
    });
  }
  const published = toPublishedSchema(like, direction);
  if (published.kind === 'failed') {
    const failures = published.failures.map((failure): DefinitionIssue => {
      return { severity: 'error', where, ...failure };
    });
    return { issues: [...issues, ...failures] };
  }
  const { issues: judged, compiled } = judgeSchema(published.schema);
  const isAssumed = judged.some(({ code }) => code === TYPE_ASSUMED);
  const schema = isAssumed ? deepFreeze(addObjectType(published.schema)) : published.schema;
  const isInput = direction === 'input' && compiled !== undefined;
  const findings = isInput ? [...judged, ...findRequiredReadOnly(schema)] : judged;
  const all = addCallerRefusals(schema, findings).map((issue) => {
    if (issue.code !== NOT_OBJECT) return issue;
    return { ...issue, message: `${issue.message}${adviseObject(name, like)}` };
  });
  issues.push(...all.map((issue) => ({ ...issue, where })));
  if (compiled === undefined || issues.some((issue) => issue.severity === 'error')) {
    return { issues };
  }
  const validator = toValidator(compiled);
  const namedSchema = { name, schema, fingerprint: toFingerprint(schema), validator };
  if (!isStandardSchema(like)) return { named: namedSchema, issues };
  // It takes time, which the first caller need not wait for.
  weighLibrary(like);
  const slow = checkLibraryPatterns(like, { schema, direction });
  const isNew = ({ code, pointer }: SchemaIssue): boolean =>
    !all.some((issue) => issue.code === code && issue.pointer === pointer);
  issues.push(...slow.filter(isNew).map((issue) => ({ ...issue, where })));
  return { named: { ...namedSchema, library: like }, issues };
}

/** Something wrong, or doubtful, in the definition of a skill or an agent. */
export interface DefinitionIssue {
  /**
   * The severity of the issue: errors stop the agent from being defined; warnings are kept in
   * `agent.warnings`.
   */
  readonly severity: 'error' | 'warning';
  /** The kind of issue, stable and for programs: `schema-invalid`, `name-duplicate`, ... */
  readonly code: string;
  /**
   * The place of the issue in the definition: `skill "fight-comparison" input "fightComparison"`.
   */
  readonly where: string;
  /**
   * The JSON pointer to the issue within the schema or value; absent when the whole of `where` is
   * meant.
   */
  readonly pointer?: string;
  /** The issue in a sentence: "Cannot X because Y must be Z: current value is V". */
  readonly message: string;
}

/**
 * Warns of properties of an input that callers must give although the schema says that they cannot
 * write them: `readOnly` and required, without a default or constant that a form would send.
 */
function findRequiredReadOnly(root: JsonSchema): readonly SchemaIssue[] {
  const dialect = toDialect(root);
  if (dialect === undefined) return [];
  return [...indexSchema(root, dialect).places.values()].flatMap(({ schema, pointer }) => {
    if (typeof schema === 'boolean' || !isRecord(schema['properties'])) return [];
    const required = new Set<unknown>([schema['required']].flat());
    const names = Object.entries(schema['properties']).filter(
      ([name, property]) => required.has(name) && isOnlyRead(property, root),
    );
    return names.map(([name]) =>
      createSchemaIssue(root, {
        code: 'schema-required-read-only',
        severity: 'warning',
        pointer: appendPointer(appendPointer(pointer, 'properties'), name),
        expected: 'optional, or without "readOnly", because a caller must give what is required',
        current: '"readOnly": true',
      }),
    );
  });
}

/** True for a value that is only read and that nothing in its schema gives. */
function isOnlyRead(property: unknown, root: JsonSchema): boolean {
  const target = dereference(property, root);
  const schema = isRecord(property) ? { ...target, ...property } : {};
  return schema['readOnly'] === true && !('default' in schema || 'const' in schema);
}
