import type { Language } from '@formwork/react/internal';
import { isRecord } from '@formwork/schema/internal';

interface NumberOptions {
  readonly language: Language;
  /** The schema of the number. Default: none is known. */
  readonly schema?: unknown;
}

/**
 * Writes a number by its schema: a multiple of 0.01 with two decimals, a fraction from 0 to 1 as a
 * percentage.
 */
export function formatNumber(value: number, { language, schema }: NumberOptions): string {
  const { minimum, maximum, multipleOf, type } = isRecord(schema) ? schema : {};
  const isFraction = minimum === 0 && maximum === 1 && type === 'number';
  return new Intl.NumberFormat(language, {
    maximumFractionDigits: isFraction ? 1 : 12,
    ...(isFraction && { style: 'percent' }),
    ...(multipleOf === 0.01 && { minimumFractionDigits: 2 }),
  }).format(value);
}
