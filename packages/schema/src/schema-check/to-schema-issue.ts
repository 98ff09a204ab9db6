import { describeValue } from '../problems/describe-value.ts';
import { parsePointer, resolvePointer } from '../json/json-pointer.ts';
import type { SchemaIssue } from './schema-issue.ts';

/** A fault at a place of a schema. */
export interface SchemaFinding {
  readonly code: string;
  /** Default `error`. */
  readonly severity?: SchemaIssue['severity'];
  readonly pointer: string;
  /** Completes "must be ...". */
  readonly expected: string;
  /** Default: what the schema has there. */
  readonly current?: string;
}

/**
 * The finding as an issue: "Cannot use the schema as "minimum" must be ...: current value is ...".
 */
export function toSchemaIssue(schema: unknown, finding: SchemaFinding): SchemaIssue {
  const { code, severity = 'error', pointer, expected } = finding;
  const name = toPlaceName(pointer);
  const subject = name === '' ? 'the root' : JSON.stringify(name);
  const current = finding.current ?? describeValue(resolvePointer(schema, pointer));
  const message = `Cannot use the schema as ${subject} must be ${expected}: current value is ${current}`;
  return { severity, code, pointer, message };
}

/** The last name of a pointer; a number alone says nothing, so what it counts comes before it. */
function toPlaceName(pointer: string): string {
  const segments = parsePointer(pointer);
  const start = segments.findLastIndex((segment) => !/^\d+$/u.test(segment));
  return segments.slice(Math.max(0, start)).join('/');
}
