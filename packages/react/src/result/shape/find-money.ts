import { isRecord, getOwn } from '@formwork/schema/internal';
import { isCurrency } from '../../text/format-number.ts';
import type { ResultPlace } from '../place.ts';

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
export function findMoney({ value, schema, name, parent }: ResultPlace): Money | undefined {
  if (isRecord(value)) return fromGroup(value);
  const beside = getOwn(parent, 'currency');
  const isNamed = isCurrency(beside) && isMoneyName(name);
  if (!FORMATS.has(schema['format']) && !isNamed) return undefined;
  const amount = toAmount(value);
  if (amount === undefined) return undefined;
  return isCurrency(beside) ? { amount, currency: beside } : { amount };
}

function fromGroup(group: Readonly<Record<string, unknown>>): Money | undefined {
  const names = Object.keys(group);
  const currency = getOwn(group, 'currency');
  if (names.length !== 2 || !isCurrency(currency)) return undefined;
  const amount = toAmount(getOwn(group, 'amount') ?? getOwn(group, 'value'));
  return amount === undefined ? undefined : { amount, currency };
}

function toAmount(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && DECIMAL.test(value) ? Number(value) : undefined;
}
