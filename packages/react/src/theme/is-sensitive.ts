import { isSecretField } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import { toControlKind } from '../form-schema/control-kind.ts';

/**
 * Matches words for the number of a bank account. People tell it to those who pay them, but it
 * should not be stored.
 */
const ACCOUNT = /\biban\b/iu;

/** Keywords of schemas that hold fields, or say only what other values go with a value. */
const GROUPS = ['properties', 'required', 'oneOf', 'anyOf', 'allOf', 'items', 'patternProperties'];

/**
 * True for a field that asks for a password, a card or the like, by its format or by words in its
 * `name`, title or description. Such values should not be stored.
 *
 * @example
 * ```ts
 * import { isSensitive } from '@formwork/react';
 *
 * isSensitive({ type: 'string' }, 'apiKey'); // true
 * ```
 */
export function isSensitive(schema: unknown, name: string): boolean {
  if (!isRecord(schema)) return false;
  const kind = toControlKind(schema);
  if (kind === 'secret') return true;
  if (kind !== 'text' && kind !== 'number' && kind !== 'long-text') return false;
  // A group without a type, such as an alternative "Credit card", is no field itself.
  if (GROUPS.some((keyword) => keyword in schema)) return false;
  if (isSecretField(schema, name)) return true;
  const texts = [name, schema['title'], schema['description']];
  return texts.some((text) => typeof text === 'string' && ACCOUNT.test(text));
}
