import type { Json, JsonObject, JsonSchema } from '@formwork/schema';
import { isMoneyName } from './find-money.ts';

/** The maximum number of decimals to which the numbers of a column are filled up with zeros. */
const MAX_DECIMALS = 4;

/**
 * Returns the minimum number of decimals for a number: 2 for a multiple of 0.01 by its schema, or
 * for a fraction whose name means money, such as `price`; else 0.
 */
export function findDecimals({
  value,
  schema,
  name,
}: {
  readonly value: Json;
  readonly schema: JsonSchema;
  readonly name: string;
}): number {
  if (typeof value !== 'number') return 0;
  if (schema['multipleOf'] === 0.01) return 2;
  return isMoneyName(name) && countDecimals(value) > 0 ? 2 : 0;
}

/** Returns the number of decimals for all numbers of a column, so that their points align. */
export function findColumnDecimals(rows: readonly JsonObject[], name: string): number {
  let most = 0;
  for (const row of rows) {
    const value = Object.hasOwn(row, name) ? row[name] : undefined;
    if (typeof value === 'number') most = Math.max(most, countDecimals(value));
  }
  if (most > MAX_DECIMALS) return 0;
  return most > 0 && isMoneyName(name) ? Math.max(2, most) : most;
}

function countDecimals(value: number): number {
  const [, digits = ''] = /^-?\d+\.(\d+)$/u.exec(String(value)) ?? [];
  return digits.length;
}
