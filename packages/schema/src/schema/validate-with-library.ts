import { fromStandardIssues } from '../problems/from-standard-issues.ts';
import type { Problem } from '../problems/problem.ts';
import type { StandardSchemaLike } from '../types/schema-like.ts';
import { createTooLong } from '../validation/explain.ts';
import { findTooLongForLibrary } from './library-load.ts';
import { isZodSchema, validateWithZod } from './zod-schema.ts';

/** The value that a library made, or the problems that it found. */
type Outcome =
  | { readonly kind: 'parsed'; readonly value: unknown }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/**
 * Validates a value with a library's schema. The library does not see a value for which its patterns
 * would take too long, because nothing interrupts them in the engine of the host.
 *
 * Rejects with any error that a rule or a transformation of the library throws.
 */
export async function validateWithLibrary(
  library: StandardSchemaLike,
  value: unknown,
): Promise<Outcome> {
  const tooLong = findTooLongForLibrary(library, value);
  if (tooLong !== undefined) return { kind: 'problems', problems: [createTooLong(tooLong)] };
  const result = await (isZodSchema(library)
    ? validateWithZod(library, value)
    : library['~standard'].validate(value));
  return result.issues === undefined
    ? { kind: 'parsed', value: result.value }
    : { kind: 'problems', problems: fromStandardIssues(result.issues, value) };
}
