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
 * unchanged, and not as a promise, because every call of a skill comes here.
 *
 * Rejects with any error that a rule or a transformation of the library throws.
 */
export function parseWithLibrary(
  { library }: Pick<NamedSchema, 'library'>,
  value: unknown,
): Parsed | Promise<Parsed> {
  return library === undefined ? { kind: 'parsed', value } : parseWith(library, value);
}

async function parseWith(
  library: NonNullable<NamedSchema['library']>,
  value: unknown,
): Promise<Parsed> {
  const result = await (isZodSchema(library)
    ? validateWithZod(library, value)
    : library['~standard'].validate(value));
  return result.issues === undefined
    ? { kind: 'parsed', value: result.value }
    : { kind: 'problems', problems: fromStandardIssues(result.issues, value) };
}
