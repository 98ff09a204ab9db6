import type { JsonSchema } from '../types/json.ts';
import type { Dialect } from '../references/dialect.ts';
import { fail, type Check, type Evaluation, type SchemaNode, type Failure } from './evaluation.ts';

/** A keyword in a schema, for making a check of it. */
export interface KeywordSite {
  readonly keyword: string;
  readonly schema: JsonSchema;
  /** The value of the keyword. */
  readonly value: unknown;
  readonly dialect: Dialect;
  /** The node of a schema that the keyword holds. */
  readonly toNode: (schema: unknown) => SchemaNode;
  /** The node that the keyword refers to. */
  readonly toTarget: () => SchemaNode | undefined;
  /** Compiles a pattern; `undefined` if no text is to match. */
  readonly toPattern: (pattern: string) => RegExp | undefined;
}

/** Makes the check of a keyword; `undefined` if there is nothing to check. */
export type Keyword = (site: KeywordSite) => Check | undefined;

/** The parts of a failure that differ from one failure of a keyword to the next. */
interface FailureDetails {
  readonly data: unknown;
  readonly params: Failure['params'];
  readonly branches?: Failure['branches'];
}

/** Writes down that a value does not fit the keyword. Always false. */
export function failAt(
  { keyword, schema, value }: KeywordSite,
  run: Evaluation,
  { data, params, branches }: FailureDetails,
): false {
  return fail(run, { keyword, params, data, schema: value, parentSchema: schema }, branches);
}
