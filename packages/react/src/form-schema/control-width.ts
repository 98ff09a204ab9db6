import type { UiWidth } from '@formwork/schema';
import type { ControlKind } from './control-kind.ts';
import { toHints } from './field-hints.ts';

/** The most characters of a text for which a control of each width has room. */
const SHORT_TEXT = 12;
const MEDIUM_TEXT = 40;

/** The widths of controls whose values are about as long in every schema. */
const USUAL: Readonly<Partial<Record<ControlKind, UiWidth>>> = {
  number: 'short',
  date: 'short',
  time: 'short',
  color: 'short',
  duration: 'medium',
  'date-time': 'medium',
  email: 'medium',
  secret: 'medium',
  select: 'medium',
  combobox: 'medium',
};

/** The widths of texts by their format. */
const FORMATS: Readonly<Record<string, UiWidth>> = {
  uuid: 'medium',
  ipv4: 'medium',
  ipv6: 'medium',
  hostname: 'medium',
};

/**
 * Returns the width of a control by its hint or by the values that it expects; `full` for a text of
 * any length.
 */
export function toWidth(schema: Readonly<Record<string, unknown>>, kind: ControlKind): UiWidth {
  const hinted = toHints(schema).width;
  if (hinted !== undefined) return hinted;
  const { maxLength, format } = schema;
  if (kind !== 'text') return USUAL[kind] ?? 'full';
  if (typeof format === 'string' && Object.hasOwn(FORMATS, format))
    return FORMATS[format] ?? 'full';
  if (typeof maxLength !== 'number') return 'full';
  if (maxLength <= SHORT_TEXT) return 'short';
  return maxLength <= MEDIUM_TEXT ? 'medium' : 'full';
}
