import type { AgentCard } from '@a2a-js/sdk';
import type { TransportFactory } from '@a2a-js/sdk/client';
import type { VetLimits } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import {
  BOOLEAN_RULE,
  checkOptions,
  createIntegerRule,
  createTimerRule,
  type OptionRule,
} from '@formwork/schema/options';
import type { CardTrust } from '@formwork/trust';
import { createChoiceRule, FUNCTION_RULE, SIGNAL_RULE } from './call-options.ts';
import type { CardCache } from './discovery/fetch-card.ts';
import { isTrust } from './discovery/trust-card.ts';
import { findHeaderFault, HEADERS, type HeaderSource } from './transport/headers.ts';
import type { RetryOptions } from './transport/retry.ts';
import { BINDINGS, type TransportName } from './transport/select-transport.ts';

/** Options of `connect`: credentials, endpoints, retries, trust in the card, and limits. */
export interface ConnectOptions {
  /**
   * Headers that say who calls, such as `Authorization`, or a function that returns them; after a
   * 401 the function is called once more with `refused: true`. They are sent only to the origin of
   * the card and to `trustedOrigins`.
   */
  readonly headers?: HeaderSource;
  /**
   * Further origins that the headers may be sent to, such as `https://api.example.com`. Default:
   * none but the card's own.
   */
  readonly trustedOrigins?: readonly string[];
  /**
   * The bindings of A2A that may be used, in order of preference. Default: all of them in the
   * card's order, and gRPC last if `grpc` is not given.
   */
  readonly transports?: readonly TransportName[];
  /**
   * The factory that opens connections over gRPC: `new GrpcTransportFactory(...)` of
   * `@a2a-js/sdk/client/grpc`, for channel credentials or call options of your own. Default:
   * `@grpc/grpc-js` and `@bufbuild/protobuf` are loaded if they are installed and gRPC is preferred
   * or the only binding; TLS is used unless the address is `http://` or on this machine.
   */
  readonly grpc?: TransportFactory;
  /**
   * How often, and how soon, failed requests are repeated. Default: the defaults of {@link
   * RetryOptions}.
   */
  readonly retry?: RetryOptions;
  /**
   * The cache that keeps agent cards between connections. Default: one in memory, used for callers
   * without headers only.
   */
  readonly cardCache?: CardCache;
  /**
   * False ignores the extended card, which agents serve to callers they know, and uses the public
   * one. Default true.
   */
  readonly extendedCard?: boolean;
  /**
   * A check of the card's signature that throws for a card that cannot be trusted; made by
   * `verifyAgentCardSignature` of `@a2a-js/sdk`. With it, only schemas that the signature covers
   * are used. Default: nothing is verified.
   */
  readonly verifyCard?: (card: AgentCard) => Promise<void>;
  /**
   * Verifies the signature of the card as it was served: by given keys, or by the key that was seen
   * first and is remembered in `pins`. Parts that are not signed are ignored, and so is the
   * extended card, which has no signature. Default: nothing is verified, and `signature` of the agent
   * only says whether the card has a signature.
   */
  readonly trust?: CardTrust;
  /**
   * Limits on the size and cost of the schemas that the agent's card holds; a schema beyond them is
   * refused. Default: the defaults of {@link VetLimits}.
   */
  readonly vetLimits?: Partial<VetLimits>;
  /** The largest agent card that is read, in bytes. Default 1 MiB. */
  readonly maxCardBytes?: number;
  /**
   * The largest answer to a single request that is read, in bytes; streams have a limit of their
   * own. Default 64 MiB.
   */
  readonly maxResponseBytes?: number;
  /**
   * The largest stream of events that is read, in bytes; everything a task sends is kept until the
   * call ends. Default 1 GiB.
   */
  readonly maxStreamBytes?: number;
  /**
   * The longest time to find the agent's card, all attempts together, in milliseconds. Default
   * 10,000.
   */
  readonly cardTimeoutMs?: number;
  /** A signal that stops connecting to the agent once it is aborted. Default: none. */
  readonly signal?: AbortSignal;
  /** The `fetch` that sends every request over HTTP to the agent. Default: the global one. */
  readonly fetch?: typeof fetch;
}

type Rules<Options> = { readonly [Name in keyof Required<Options>]: OptionRule };

const OBJECT_RULE: OptionRule = { expected: 'an object', isValid: isRecord };

/** True for an object that has functions under all these names. */
function hasFunctions(value: unknown, names: readonly string[]): boolean {
  return isRecord(value) && names.every((name) => typeof Reflect.get(value, name) === 'function');
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
    describe: (value) => (isRecord(value) ? 'another object' : undefined),
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
