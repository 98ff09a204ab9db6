import type { NamedSchema, Problem } from '@formwork/schema';
import { isZodSchema, validateWithZod, fromStandardIssues } from '@formwork/schema/internal';

/**
 * The outcome of {@link parseWithLibrary}: the value that the library made, or the problems that it
 * found.
 */
export type Parsed =
  | { readonly kind: 'parsed'; readonly value: unknown }
  | { readonly kind: 'problems'; readonly problems: readonly Problem[] };

/**
 * Validates a value with the library that its schema came from, after the published schema has
 * accepted the value, and returns the library's result. Without a library, returns the value
 * unchanged.
 *
 * Rejects with any error that a rule or a transformation of the library throws.
 */
export async function parseWithLibrary(
  schema: Pick<NamedSchema, 'library'>,
  value: unknown,
): Promise<Parsed> {
  if (schema.library === undefined) return { kind: 'parsed', value };
  const result = await (isZodSchema(schema.library)
    ? validateWithZod(schema.library, value)
    : schema.library['~standard'].validate(value));
  return result.issues === undefined
    ? { kind: 'parsed', value: result.value }
    : { kind: 'problems', problems: fromStandardIssues(result.issues, value) };
}
