import type { NamedSchema, Problem } from '@formwork/schema';
import { validateWithLibrary } from '@formwork/schema/internal';

/**
 * The outcome of {@link parseWithLibrary}: the value that the library made, or the problems that it
 * found.
 */
export type ParsedValue =
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
): ParsedValue | Promise<ParsedValue> {
  return library === undefined ? { kind: 'parsed', value } : validateWithLibrary(library, value);
}
