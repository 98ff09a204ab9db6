import type { Json } from '@formwork/schema';

/** True for what has nothing within it. */
export function isScalar(value: Json): value is string | number | boolean | null {
  return typeof value !== 'object' || value === null;
}
