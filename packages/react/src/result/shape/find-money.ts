import { isRecord, getOwn } from '@formwork/schema/json';
import type { ResultValue } from '../result-value.ts';

/** An amount of money, with its currency if it is known. */
export interface Money {
  readonly amount: number;
  /** The ISO 4217 code of the currency; absent if it is not stated. */
  readonly currency?: string;
}

const FORMATS = new Set<unknown>(['money', 'currency']);
const NAMES = /(?:price|amount|total|cost|fee|budget|salary|balance|sum)$/iu;
const DECIMAL = /^-?\d{1,15}(?:\.\d{1,6})?$/u;

/** True for a name that means an amount of money, such as `unitPrice`. */
export function isMoneyName(name: string): boolean {
  return NAMES.test(name);
}

/**
 * Reads a value as money: an object with an amount and a currency, or a number whose format or name
 * means money, with the currency beside it; `undefined` for anything else.
 */
export function findMoney({ value, schema, name, parent }: ResultValue): Money | undefined {
  if (isRecord(value)) return fromGroup(value);
  const currency = findCurrency(parent);
  const isNamed = currency !== undefined && isMoneyName(name);
  if (!FORMATS.has(schema['format']) && !isNamed) return undefined;
  const amount = toAmount(value);
  if (amount === undefined) return undefined;
  return currency === undefined ? { amount } : { amount, currency };
}

/**
 * Finds the currency of the amounts in a group. A group that names its kind as `object` and writes its
 * currency in small letters is Stripe's, whose amounts count the smallest unit, such as cents.
 */
function findCurrency(group: unknown): string | undefined {
  const code = getOwn(group, 'currency');
  const currency = toCurrency(code);
  const isCounted = currency !== code && typeof getOwn(group, 'object') === 'string';
  return isCounted ? undefined : currency;
}

function fromGroup(group: Readonly<Record<string, unknown>>): Money | undefined {
  const names = Object.keys(group);
  const currency = findCurrency(group);
  if (names.length !== 2 || currency === undefined) return undefined;
  const amount = toAmount(getOwn(group, 'amount') ?? getOwn(group, 'value'));
  return amount === undefined ? undefined : { amount, currency };
}

function toAmount(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : undefined;
}

/**
 * Reads the code of a currency that `Intl` accepts, also in small letters; `undefined` for any other
 * value, which an agent may send in its place.
 */
export function toCurrency(code: unknown): string | undefined {
  const isCode = typeof code === 'string' && /^(?:[A-Z]{3}|[a-z]{3})$/u.test(code);
  return isCode ? code.toUpperCase() : undefined;
}
