import { isRecord, isSecretField } from '@formwork/schema/internal';
import { toControlKind } from '../form-schema/control-kind.ts';

/** Said to those who pay, and still nothing to keep. */
const ACCOUNT = /\biban\b/iu;

/**
 * True for a field that asks for a password, a card or the like, by its kind or by its words: its
 * `name`, or the schema's title and description. Such values should not be kept.
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
  if (isSecretField(schema, name)) return true;
  const texts = [name, schema['title'], schema['description']];
  return texts.some((text) => typeof text === 'string' && ACCOUNT.test(text));
}
