/**
 * Turns a name into words, such as `creditCard` or `credit_card` into "Credit card".
 *
 * @example
 * ```ts
 * import { humanizeName } from '@formwork/react';
 *
 * humanizeName('departureDate'); // "Departure date"
 * ```
 */
export function humanizeName(name: string): string {
  const words = name
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replaceAll(/[_-]+/gu, ' ')
    .trim();
  const lower = words.replaceAll(/\b\p{Lu}\p{Ll}/gu, (start) => start.toLowerCase());
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
