import type { DefinitionIssue } from './definition-issue.ts';
import { isStandardSchema, type SchemaLike } from '../types/schema-like.ts';
import { judgeSchema } from './judge-schema.ts';
import { toValidator } from '../validation/create-validator.ts';
import { addCallerRefusals } from './add-caller-refusals.ts';
import { toFingerprint } from './fingerprint.ts';
import type { NamedSchema } from './named-schema.ts';
import { toPublishedSchema } from './to-published-schema.ts';
import { type Direction } from './find-unconvertible.ts';

/** The outcome of {@link createNamedSchema}. */
export interface NamedSchemaResult {
  /** Absent when the schema has errors. */
  readonly named?: NamedSchema;
  readonly issues: readonly DefinitionIssue[];
}

/** Options of {@link createNamedSchema}. */
export interface NamedSchemaOptions {
  readonly direction: Direction;
  /** How issues name the place, such as `skill "fight-comparison" input "fightComparison"`. */
  readonly where: string;
}

/** Names that mean something else wherever objects are used as tables. */
const RESERVED_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** Names travel unquoted in media types and become parts of tool names and file names. */
const NAME = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/u;

/** Publishes, checks and compiles one schema of a definition, and tells everything that is wrong. */
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
      message: `Cannot name the schema as the name must be ${expected}: current value is ${JSON.stringify(name)}`,
    });
  }
  const published = toPublishedSchema(like, direction);
  if (published.kind === 'failed') {
    const failures = published.failures.map((failure): DefinitionIssue => {
      return { severity: 'error', where, ...failure };
    });
    return { issues: [...issues, ...failures] };
  }
  const { schema } = published;
  const { issues: found, compiled } = judgeSchema(schema);
  const all = addCallerRefusals(schema, found);
  issues.push(...all.map((issue) => ({ ...issue, where })));
  if (compiled === undefined || issues.some((issue) => issue.severity === 'error')) {
    return { issues };
  }
  const validator = toValidator(compiled);
  const named = { name, schema, fingerprint: toFingerprint(schema), validator };
  return { named: isStandardSchema(like) ? { ...named, library: like } : named, issues };
}
