import { describeValue } from '../problems/describe-value.ts';
import { parsePointer, resolvePointer } from '../problems/json-pointer.ts';
import type { SchemaIssue } from './schema-issue.ts';

/** What is wrong at a place of a schema. */
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

/** The finding as an issue: "Cannot use the schema as "minimum" must be ...: current value is ...". */
export function toSchemaIssue(schema: unknown, finding: SchemaFinding): SchemaIssue {
  const { code, severity = 'error', pointer, expected } = finding;
  const name = parsePointer(pointer).at(-1);
  const subject = name === undefined ? 'the root' : JSON.stringify(name);
  const current = finding.current ?? describeValue(resolvePointer(schema, pointer));
  const message = `Cannot use the schema as ${subject} must be ${expected}: current value is ${current}`;
  return { severity, code, pointer, message };
}
