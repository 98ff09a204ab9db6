import type { AgentCard } from '@a2a-js/sdk';
import type { TransportFactory } from '@a2a-js/sdk/client';
import {
  BOOLEAN_RULE,
  checkOptions,
  createIntegerRule,
  createTimerRule,
} from '@formwork/schema/internal';
import type { OptionRule, VetLimits } from '@formwork/schema';
import { createChoiceRule, FUNCTION_RULE, isObject, SIGNAL_RULE } from './call-options.ts';
import type { CardTrust } from '@formwork/trust';
import type { CardCache } from './discovery/fetch-card.ts';
import { isTrust } from './discovery/trust-card.ts';
import { findHeaderFault, HEADERS, type HeaderSource } from './transport/headers.ts';
import type { RetryOptions } from './transport/retry.ts';
import { BINDINGS, type TransportName } from './transport/select-transport.ts';

/** Options of `connect`. */
export interface ConnectOptions {
  /**
   * Headers that say who calls, or a function that gives them; after a 401 it is called once more
   * with `refused: true`. They are sent to the origin of the card only, and to `trustedOrigins`.
   */
  readonly headers?: HeaderSource;
  /** Other origins that may see the headers, such as `https://api.example.com`. Default none. */
  readonly trustedOrigins?: readonly string[];
  /**
   * Bindings in order of preference; others are not used. Default: all of them in the card's order,
   * and gRPC last if `grpc` is not given.
   */
  readonly transports?: readonly TransportName[];
  /**
   * `new GrpcTransportFactory(...)` of `@a2a-js/sdk/client/grpc`, for channel credentials or call
   * options of your own. Default: `@grpc/grpc-js` and `@bufbuild/protobuf` are loaded if they are
   * installed and gRPC is preferred or the only door; with TLS unless the door is `http://` or on
   * this machine.
   */
  readonly grpc?: TransportFactory;
  /** Default: those of the types. */
  readonly retry?: RetryOptions;
  /** Keeps cards between connections. Default: one in memory, for callers without headers. */
  readonly cardCache?: CardCache;
  /** False uses the public card, even if there is an extended one. Default true. */
  readonly extendedCard?: boolean;
  /**
   * Throws for a card that cannot be trusted; made by `verifyAgentCardSignature` of `@a2a-js/sdk`.
   * Only schemas that the signature covers are used then. Default: nothing is verified.
   */
  readonly verifyCard?: (card: AgentCard) => Promise<void>;
  /**
   * Verifies the signature of the card as it was served: by given keys, or by the key that is seen
   * first and remembered in `pins`. What is not signed is not read. The extended card of a
   * signed one, which nobody signs, is not used. Default: `signature` of the agent tells whether there is one.
   */
  readonly trust?: CardTrust;
  /** Limits of schemas that the agent sends. Default: those of the types. */
  readonly vetLimits?: Partial<VetLimits>;
  /** Largest card, in bytes. Default 1 MiB. */
  readonly maxCardBytes?: number;
  /** Largest answer that is not a stream, in bytes. Default 64 MiB. */
  readonly maxResponseBytes?: number;
  /** Largest stream, in bytes. All that a task sent is kept until the call ends. Default 1 GiB. */
  readonly maxStreamBytes?: number;
  /** The time to find the card, in milliseconds. Default 10,000. */
  readonly cardTimeoutMs?: number;
  /** Stops connecting. */
  readonly signal?: AbortSignal;
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
}

type Rules<Options> = { readonly [Name in keyof Required<Options>]: OptionRule };

const OBJECT_RULE: OptionRule = { expected: 'an object', isValid: isObject };

/** True if members with these names are functions. */
function hasFunctions(value: unknown, names: readonly string[]): boolean {
  return isObject(value) && names.every((name) => typeof Reflect.get(value, name) === 'function');
}

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
  trust: {
    expected: 'an object with keys, with jwksUrl (https, or http on this machine) or with pins',
    isValid: isTrust,
    describe: (value) => (isObject(value) ? 'another object' : undefined),
  },
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

/** Checks the options of `connect`. @throws TypeError, RangeError that name the option. */
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
