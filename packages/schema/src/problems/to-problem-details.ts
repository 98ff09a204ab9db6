import { toFragment } from '../json/json-pointer.ts';
import type { Problem } from './problem.ts';

/** One entry in the list `errors` of {@link ProblemDetails}. */
export interface ProblemDetailsError {
  /**
   * The JSON pointer to the place of the problem, as a URI fragment (RFC 6901 section 6), such as
   * `#/a`.
   */
  readonly pointer: string;
  /** The problem as a sentence without its subject, such as `must be string but is integer 3`. */
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
  /** The name of the schema that the value does not fit. */
  readonly schema: string;
  readonly errors: readonly ProblemDetailsError[];
}

/**
 * Writes problems as problem details, which programs read (RFC 9457).
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
  options: {
    /** The name of the schema that the value does not fit. */
    readonly schema: string;
    /** The URI of the kind of problem. Default `about:blank`, which says no more than the status. */
    readonly type?: string;
    /**
     * The title of the problem details. Default `Bad Request`, as RFC 9457 wants it beside
     * `about:blank` and 400.
     */
    readonly title?: string;
    /** The HTTP status code of the problem details. Default 400. */
    readonly status?: number;
  },
): ProblemDetails {
  const { schema, type = 'about:blank', title = 'Bad Request', status = 400 } = options;
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const detail = `The data does not fit the schema ${JSON.stringify(schema)}: ${count}`;
  return { type, title, status, detail, schema, errors: problems.map(toError) };
}

function toError({ pointer, message, ...details }: Problem): ProblemDetailsError {
  return { pointer: toFragment(pointer), detail: message, ...details };
}
