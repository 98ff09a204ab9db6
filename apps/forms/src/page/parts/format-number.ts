import { formatNumber as write, type Language } from '@formwork/react/internal';
import { toRecord } from '@formwork/schema/json';

/**
 * Writes a number by its schema, with every digit that it holds: a multiple of 0.01 with two decimals,
 * a fraction from 0 to 1 as a percentage.
 */
export function formatNumber(
  value: number,
  {
    language,
    schema,
  }: {
    readonly language: Language;
    /** The schema of the number. Default: none is known. */
    readonly schema?: unknown;
  },
): string {
  const { minimum, maximum, multipleOf, type } = toRecord(schema);
  const isFraction = minimum === 0 && maximum === 1 && type === 'number';
  return write(value, language, { isFraction, decimals: multipleOf === 0.01 ? 2 : 0 });
}
