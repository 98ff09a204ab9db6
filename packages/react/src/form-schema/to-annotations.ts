import type { JsonSchema } from '@formwork/schema';
import { cutVisibleText, toVisibleText } from '../text/visible-text.ts';
import { FORM_DEFAULT } from './form-keywords.ts';

const TEXTS = ['title', 'description'] as const;

const FLAGS = ['readOnly', 'writeOnly', 'deprecated'] as const;

/**
 * Reads the annotations of a schema, such as title and description. One of the wrong type is left
 * out, because it would break the page.
 */
export function toAnnotations(schema: JsonSchema): JsonSchema {
  const kept: Record<string, unknown> = {};
  for (const name of TEXTS) {
    if (typeof schema[name] === 'string' && schema[name] !== '') {
      kept[name] = toVisibleText(cutVisibleText(schema[name]));
    }
  }
  for (const name of FLAGS) if (schema[name] === true) kept[name] = true;
  if (schema['default'] !== undefined) kept[FORM_DEFAULT] = schema['default'];
  return kept;
}
