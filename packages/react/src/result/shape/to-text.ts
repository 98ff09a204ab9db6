import type { Json } from '@formwork/core';
import { isScalar } from './is-scalar.ts';

/** A single value as text; `''` for what has parts. */
export function toText(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return value !== undefined && isScalar(value) ? String(value) : '';
}
