import type { JsonSchema } from '@formwork/schema';
import { readUiHints, UI_HINTS_KEYWORD } from '@formwork/schema/internal';
import { cutVisibleText, toVisibleText } from '../text/visible-text.ts';
import { FORM_DEFAULT } from './form-keywords.ts';

const TEXTS = ['title', 'description'] as const;

const FLAGS = ['readOnly', 'writeOnly', 'deprecated'] as const;

/**
 * Reads the annotations of a schema, such as title, description and the hints for forms. One of the
 * wrong type is left out, because it would break the page.
 */
export function toAnnotations(schema: JsonSchema): JsonSchema {
  const annotations: Record<string, unknown> = {};
  for (const name of TEXTS) {
    if (typeof schema[name] === 'string' && schema[name] !== '') {
      annotations[name] = toVisibleText(cutVisibleText(schema[name]));
    }
  }
  for (const name of FLAGS) if (schema[name] === true) annotations[name] = true;
  if (schema['default'] !== undefined) annotations[FORM_DEFAULT] = schema['default'];
  const { help, ...hints } = readUiHints(schema).hints;
  if (help !== undefined) annotations['description'] = toVisibleText(help);
  if (Object.keys(hints).length > 0) {
    const shown = Object.entries(hints).map(([name, hint]) => [
      name,
      typeof hint === 'string' ? toVisibleText(hint) : hint,
    ]);
    annotations[UI_HINTS_KEYWORD] = Object.fromEntries(shown);
  }
  return annotations;
}
