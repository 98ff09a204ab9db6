import { toFragment } from '../json/json-pointer.ts';
import type { Problem } from './problem.ts';

/** One problem in {@link ProblemDetails}. */
export interface ProblemDetailsError {
  /** JSON pointer as a URI fragment (RFC 6901 section 6), such as `#/a`. */
  readonly pointer: string;
  /** A sentence without its subject. */
  readonly detail: string;
  readonly keyword: string;
  readonly expected: string;
  readonly received?: string;
  readonly suggestion?: string;
}

/** Problem details for HTTP APIs (RFC 9457), media type `application/problem+json`. */
export interface ProblemDetails {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** Name of the schema that the value does not fit. */
  readonly schema: string;
  readonly errors: readonly ProblemDetailsError[];
}

/** Options of {@link toProblemDetails}. */
export interface ToProblemDetailsOptions {
  /** Name of the schema. */
  readonly schema: string;
  /** URI of the kind of problem. Default `about:blank`, which says no more than the status. */
  readonly type?: string;
  /** Default `Bad Request`, as RFC 9457 wants it beside `about:blank` and 400. */
  readonly title?: string;
  /** HTTP status code. Default 400. */
  readonly status?: number;
}

/**
 * Problems for programs (RFC 9457).
 *
 * @example
 * ```ts
 * import { toProblemDetails, type Problem } from '@formwork/schema';
 *
 * declare const problems: readonly Problem[];
 * const body = toProblemDetails(problems, { schema: 'order' });
 * ```
 */
export function toProblemDetails(
  problems: readonly Problem[],
  options: ToProblemDetailsOptions,
): ProblemDetails {
  const { schema, type = 'about:blank', title = 'Bad Request', status = 400 } = options;
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const detail = `The data does not fit the schema ${JSON.stringify(schema)}: ${count}`;
  return { type, title, status, detail, schema, errors: problems.map(toError) };
}

function toError({ pointer, message, ...rest }: Problem): ProblemDetailsError {
  return { pointer: toFragment(pointer), detail: message, ...rest };
}
