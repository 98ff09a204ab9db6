import {
  isRecord,
  isSecretField,
  isSecretQuestion,
  SUBSCHEMA_PLACES,
} from '@formwork/schema/internal';
import type { JsonSchema } from '@formwork/schema';
import { toCleanText } from '../text/to-clean-text.ts';

/** Most characters of a text that are looked at. */
const MAX_TEXT = 5000;

/**
 * The first field of a schema that looks like it asks for a secret; `undefined` if none does. Forms
 * of MCP must not ask for any: what is filled in passes through the host and stays in its logs.
 */
export function findSecretField(schema: JsonSchema): string | undefined {
  return find(schema, '');
}

/** True if a question in words asks for a secret, as it is shown or as it came. */
export function asksForSecret(text: string): boolean {
  return isSecretQuestion(toShown(text)) || isSecretQuestion(text);
}

function find(schema: unknown, name: string): string | undefined {
  if (!isRecord(schema)) return undefined;
  const { title, description } = schema;
  const shown = {
    ...schema,
    ...(typeof title === 'string' && { title: toShown(title) }),
    ...(typeof description === 'string' && { description: toShown(description) }),
  };
  if (isSecretField(shown, toShown(name))) {
    return name === '' ? (typeof title === 'string' ? title : 'the whole answer') : name;
  }
  for (const [keyword, place] of SUBSCHEMA_PLACES) {
    const value = schema[keyword];
    const members: readonly (readonly [string, unknown])[] =
      place === 'map' && isRecord(value)
        ? Object.entries(value)
        : [value].flat().map((one) => [name, one] as const);
    for (const [inner, member] of members) {
      const isProperty = keyword === 'properties';
      const found = find(member, isProperty ? inner : name === '' ? '' : name);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** What is taken out before a person reads a text hides no word of it. */
function toShown(text: string): string {
  return toCleanText(text, { most: MAX_TEXT });
}
