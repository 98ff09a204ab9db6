import type { UiHints } from '@formwork/schema';
import { UI_HINTS_KEYWORD } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';

const NONE: UiHints = {};

/** Returns the hints of a form schema, which were checked when the schema was converted. */
export function toHints(schema: unknown): UiHints {
  const hints = isRecord(schema) ? schema[UI_HINTS_KEYWORD] : undefined;
  return isRecord(hints) ? hints : NONE;
}
