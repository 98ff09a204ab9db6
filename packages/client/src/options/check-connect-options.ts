import {
  BOOLEAN_RULE,
  checkOptions,
  createIntegerRule,
  createTimerRule,
  type OptionRule,
  type VetLimits,
} from '@formwork/core';
import type { ConnectOptions } from '../connect-options.ts';
import { findHeaderFault, HEADERS } from '../transport/headers.ts';
import type { RetryOptions } from '../transport/retry.ts';
import { BINDINGS } from '../transport/select-transport.ts';
import {
  createChoiceRule,
  FUNCTION_RULE,
  hasFunctions,
  OBJECT_RULE,
  SIGNAL_RULE,
} from './rules.ts';

type Rules<Options> = { readonly [Name in keyof Required<Options>]: OptionRule };

const BYTES_RULE = createIntegerRule(1);
const COUNT_RULE = createIntegerRule(0);
const NAMES: ReadonlySet<unknown> = new Set(BINDINGS);

const RULES: Rules<ConnectOptions> = {
  headers: {
    expected: `${HEADERS}, or a function that gives them`,
    isValid: (value) => typeof value === 'function' || findHeaderFault(value) === undefined,
    describe: (value) => findHeaderFault(value) ?? 'a function',
  },
  trustedOrigins: {
    expected: 'a list of origins, such as "https://api.example.com"',
    isValid: (value) => Array.isArray(value) && value.every(isOrigin),
  },
  transports: {
    expected: `a list of one or more of ${BINDINGS.map((name) => JSON.stringify(name)).join(', ')}`,
    isValid: (value) =>
      Array.isArray(value) && value.length > 0 && value.every((name) => NAMES.has(name)),
  },
  grpc: {
    expected: 'a GrpcTransportFactory',
    isValid: (value) => hasFunctions(value, ['create']),
  },
  retry: OBJECT_RULE,
  cardCache: {
    expected: 'an object with get and set',
    isValid: (value) => hasFunctions(value, ['get', 'set']),
  },
  extendedCard: BOOLEAN_RULE,
  verifyCard: FUNCTION_RULE,
  vetLimits: OBJECT_RULE,
  maxCardBytes: BYTES_RULE,
  maxResponseBytes: BYTES_RULE,
  maxStreamBytes: BYTES_RULE,
  cardTimeoutMs: createTimerRule(1),
  signal: SIGNAL_RULE,
  fetch: FUNCTION_RULE,
};

const RETRY_RULES: Rules<RetryOptions> = {
  attempts: createIntegerRule(1),
  baseMs: createTimerRule(0),
  maxMs: createTimerRule(0),
  resend: createChoiceRule(['known', 'always', 'never']),
};

const VET_RULES: Rules<VetLimits> = {
  size: COUNT_RULE,
  depth: COUNT_RULE,
  subschemas: COUNT_RULE,
  references: COUNT_RULE,
  branches: COUNT_RULE,
  enumValues: COUNT_RULE,
  cost: COUNT_RULE,
  patternLength: COUNT_RULE,
  patterns: COUNT_RULE,
  patternMilliseconds: createTimerRule(0),
};

/** Checks what an agent is connected with. @throws TypeError, RangeError that name the option. */
export function checkConnectOptions(options: ConnectOptions): void {
  const subject = 'Cannot connect';
  checkOptions(options, { subject, rules: RULES });
  const { retry, vetLimits } = options;
  if (retry !== undefined) {
    checkOptions(retry, { subject: `${subject} with these attempts`, rules: RETRY_RULES });
  }
  if (vetLimits !== undefined) {
    checkOptions(vetLimits, { subject: `${subject} with these limits`, rules: VET_RULES });
  }
}

function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, pathname, search, hash, username } = new URL(value);
  return /^https?:$/u.test(protocol) && `${pathname}${search}${hash}${username}` === '/';
}
