import type { Json } from '@formwork/schema';
import { isScalar } from './is-scalar.ts';
import { toVisibleText } from '../../text/visible-text.ts';

/** A single value as text that is shown; `''` for what has parts. */
export function toText(value: Json | undefined): string {
  if (typeof value === 'string') return toVisibleText(value);
  return value !== undefined && isScalar(value) ? String(value) : '';
}
