import type { OptionRule } from '@formwork/core';
import type { TaskEngine } from '@formwork/runtime';

/** Does not compile unless it has every function of the contract, and no other. */
const CONTRACT: Readonly<Record<keyof TaskEngine, true>> = {
  create: true,
  get: true,
  list: true,
  append: true,
  read: true,
  watch: true,
  claim: true,
  renew: true,
  cancel: true,
  reply: true,
  release: true,
  delete: true,
  findScope: true,
  listWaiting: true,
  prune: true,
  close: true,
  setPushConfig: true,
  listPushConfigs: true,
  deletePushConfig: true,
  claimDeliveries: true,
  settleDelivery: true,
  listDeadLetters: true,
  reviveDeadLetter: true,
};

const FUNCTIONS = Object.keys(CONTRACT);

/** How many missing functions a message names. */
const MAX_NAMES = 3;

/** What keeps tasks: anything with the functions of the contract. */
export const ENGINE_RULE: OptionRule = {
  expected: 'a task engine',
  isValid: (value) => isObject(value) && findMissing(value).length === 0,
  describe: (value) =>
    isObject(value) && !Array.isArray(value)
      ? `an object without ${toNames(findMissing(value))}`
      : undefined,
};

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function findMissing(engine: object): readonly string[] {
  return FUNCTIONS.filter((name) => typeof Reflect.get(engine, name) !== 'function');
}

function toNames(missing: readonly string[]): string {
  const rest = missing.length - MAX_NAMES;
  const names = missing.slice(0, MAX_NAMES).join(', ');
  return `the function${missing.length === 1 ? '' : 's'} ${names}${rest > 0 ? ` and ${rest} more` : ''}`;
}
