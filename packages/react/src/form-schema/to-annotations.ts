import type { JsonSchema } from '@formwork/core';
import { FORM_DEFAULT } from './form-keywords.ts';

const TEXTS = ['title', 'description'] as const;
/** Characters of one text that are drawn. What is longer says nothing more to people. */
const MAX_TEXT = 5000;

const FLAGS = ['readOnly', 'writeOnly', 'deprecated'] as const;

/** What a schema says for people: only what has the right type, as anything else would break a page. */
export function toAnnotations(schema: JsonSchema): JsonSchema {
  const kept: Record<string, unknown> = {};
  for (const name of TEXTS) {
    if (typeof schema[name] === 'string' && schema[name] !== '') kept[name] = cutText(schema[name]);
  }
  for (const name of FLAGS) if (schema[name] === true) kept[name] = true;
  if (schema['default'] !== undefined) kept[FORM_DEFAULT] = schema['default'];
  return kept;
}

/** The text as far as it is drawn. */
export function cutText(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
