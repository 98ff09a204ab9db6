import {
  BOOLEAN_RULE,
  checkOptions,
  createIntegerRule,
  createTimerRule,
} from '@formwork/schema/internal';
import type { OptionRule } from '@formwork/schema';
import type { TaskLogger } from '@formwork/core';
import type {
  PushOptions,
  RetentionOptions,
  RunnerOptions,
  SharedRecords,
  TaskEngine,
} from '@formwork/runtime';
import {
  checkRunnerOptions,
  LOGGER_RULE,
  parseRetention,
  parsePushOptions,
} from '@formwork/runtime/internal';
import type { AuditListener } from './audit.ts';
import { type CallerLimits, checkCallerLimits } from './caller-limits.ts';
import type { Authenticate } from './credential.ts';
import type { GrpcDoor } from './grpc-door.ts';
import type { GuardOptions } from './guard.ts';
import type { ProtocolAdapter } from './protocol-adapter.ts';
import type { CreateRequestCounter } from './request-rate.ts';
import { checkSignCard, type SignCardOptions } from './signed-cards.ts';
import type { StreamLimits } from './write-event-stream.ts';

/** Options of a served agent, wherever it is mounted. */
export interface AgentRouterOptions extends StreamLimits, GuardOptions {
  /** The engine that keeps the tasks. Default: one in memory, closed with the server. */
  readonly engine?: TaskEngine;
  /**
   * The records that replicas of the agent share, for adapters whose messages may come to any of
   * them. They stay open when the server closes. Default: each adapter keeps its own in this
   * process.
   */
  readonly records?: SharedRecords;
  /** The function that finds the principal of a request. Default: all callers are anonymous. */
  readonly authenticate?: Authenticate;
  /**
   * True answers requests whose sender {@link authenticate} does not know with 401; cards stay
   * public. Default false.
   */
  readonly requireAuthentication?: boolean;
  /**
   * True lets callers who did not say who they are list the tasks of all such callers. Default
   * false: their tasks open only to those who know the id.
   */
  readonly openTasks?: boolean;
  /**
   * False starts a task for every message, also for one that came before. Default true: a message
   * that is sent again, the same in every part, finds the task it started, for as long as that task is
   * kept. Strangers are recognized by ids that look random alone, such as a UUID.
   */
  readonly recognizeRepeats?: boolean;
  /**
   * How long CancelTask waits for whoever runs the task to end it, in milliseconds; then the task
   * ends without it. Default 2,000.
   */
  readonly cancelDeadlineMs?: number;
  /** Largest request body, in bytes or as text such as `1mb`. Default `1mb`. */
  readonly bodyLimit?: number | string;
  /** The limits of callers. Default: those of `CallerLimits`; false sets none. */
  readonly limits?: CallerLimits | false;
  /**
   * Makes counters that replicas of the agent share, so that `requestsPerMinute` holds for all of
   * them together, and `requestsPerMinutePerAddress` for strangers. A request is counted by one call.
   * While that fails, each process counts for itself. Default: each process always does.
   */
  readonly createRequestCounter?: CreateRequestCounter;
  /** The log of the server. Default: lines of JSON on standard error. */
  readonly logger?: TaskLogger;
  /**
   * Lets callers have notifications sent to URLs of their choice, and says so on the cards; `true`
   * is `{}`. Default false: requests that strangers direct should be somebody's decision. Callers have
   * to say who they are, unless it has `allowAnonymous`.
   */
  readonly push?: boolean | PushOptions;
  /** The rules by which old tasks are deleted without being asked. Default: those of the engine. */
  readonly retention?: RetentionOptions;
  /** Protocols besides A2A that lead to the same agent and tasks. Default: none. */
  readonly adapters?: readonly ProtocolAdapter[];
  /**
   * Told of events of security: refused credentials, names and pages, tasks of others, push configs,
   * and another definition of the agent. Default: nobody is told.
   */
  readonly audit?: AuditListener;
  /**
   * Signs the cards, and shows the public keys at `/.well-known/jwks.json`. Default: cards are not
   * signed.
   */
  readonly signCard?: SignCardOptions;
  /** How the server runs tasks: how many at once, with which leases and retries. */
  readonly runner?: Omit<RunnerOptions, 'logger'>;
}

/** Options of `createAgentRouter`. */
export interface MountedAgentOptions extends AgentRouterOptions {
  /** The address that callers reach this app under, such as `https://agents.example.com`. */
  readonly publicUrl: string;
}

/** The functions that the contract asks for; does not compile with one too many or too few. */
const CONTRACT: Readonly<Record<Exclude<keyof TaskEngine, 'archive'>, true>> = {
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
  countBytes: true,
  countStates: true,
  findScope: true,
  listWaiting: true,
  listAll: true,
  wake: true,
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

/** The number of missing functions that the error about an incomplete engine names. */
const MAX_NAMES = 3;

/** The rule for the option `engine`: any object that has the functions of `TaskEngine`. */
const ENGINE_RULE: OptionRule = {
  expected: 'a task engine',
  isValid: (value) => isObject(value) && findMissing(value).length === 0,
  describe: (value) =>
    isObject(value) ? `an object without ${listNames(findMissing(value))}` : undefined,
};

const BYTES_RULE = createIntegerRule(0);
const BYTES = /^\d+(?:\.\d+)? *(?:b|kb|mb|gb|tb|pb)?$/iu;

const FUNCTION_RULE: OptionRule = {
  expected: 'a function',
  isValid: (value) => typeof value === 'function',
};

const OBJECT_RULE: OptionRule = { expected: 'an object', isValid: isObject };

/** The options that `createServer` and `createAgentRouter` check in the same way. */
type CheckedOptions = MountedAgentOptions & {
  readonly allowAnonymous?: boolean;
  readonly tls?: object;
  readonly grpc?: GrpcDoor;
  readonly health?: boolean;
  readonly closeOnSignals?: boolean;
};

const RULES: { readonly [Name in keyof Required<CheckedOptions>]: OptionRule } = {
  publicUrl: { expected: 'an http or https URL', isValid: isHttpUrl },
  authenticate: FUNCTION_RULE,
  requireAuthentication: BOOLEAN_RULE,
  allowAnonymous: BOOLEAN_RULE,
  allowedHosts: { expected: 'a list of host names without ports', isValid: isListOf(isHostName) },
  allowedOrigins: {
    expected: 'a list of origins such as https://app.example.com, or of host names',
    isValid: isListOf((value) => isHostName(value) || isOrigin(value)),
  },
  grpc: {
    expected: 'a door that createGrpcDoor of "@formwork/server/grpc" made',
    isValid: (value) => isObject(value) && typeof Reflect.get(value, 'open') === 'function',
  },
  openTasks: BOOLEAN_RULE,
  recognizeRepeats: BOOLEAN_RULE,
  bodyLimit: {
    expected: 'a number of bytes, 0 or more, or text such as "1mb"',
    isValid: (value) => (typeof value === 'string' ? BYTES.test(value) : BYTES_RULE.isValid(value)),
  },
  heartbeatMs: createTimerRule(0),
  stallMs: createTimerRule(0),
  cancelDeadlineMs: createTimerRule(0),
  engine: ENGINE_RULE,
  records: {
    expected: 'shared records, which have add, get, set, delete and close',
    isValid: (value) =>
      isObject(value) &&
      ['add', 'get', 'set', 'delete', 'close'].every(
        (name) => typeof Reflect.get(value, name) === 'function',
      ),
    describe: (value) => typeof value,
  },
  adapters: {
    expected: 'a list of adapters, which are functions',
    isValid: (value) =>
      Array.isArray(value) && value.every((adapter) => typeof adapter === 'function'),
  },
  retention: OBJECT_RULE,
  runner: OBJECT_RULE,
  // Never the keys.
  signCard: { ...OBJECT_RULE, describe: (value) => typeof value },
  push: {
    expected: 'true, false or an object',
    isValid: (value) => typeof value === 'boolean' || isObject(value),
  },
  logger: LOGGER_RULE,
  limits: {
    expected: 'an object of limits, or false',
    isValid: (value) => value === false || isObject(value),
  },
  createRequestCounter: FUNCTION_RULE,
  tls: {
    expected: 'an object with a key and its certificate',
    isValid: (value) => isObject(value) && 'key' in value && 'cert' in value,
    // Never the key.
    describe: (value) => (isObject(value) ? 'an object without key or cert' : typeof value),
  },
  health: BOOLEAN_RULE,
  closeOnSignals: BOOLEAN_RULE,
  audit: FUNCTION_RULE,
};

/**
 * Checks options of a server or a router, and those of its parts.
 *
 * @throws RangeError or TypeError that names the option at fault
 */
export function checkServerOptions(options: Partial<CheckedOptions>): void {
  checkOptions(options, {
    subject: 'Cannot serve the agent',
    rules: RULES,
    elsewhere: { port: 'listen({ port })', host: 'listen({ host })' },
  });
  const { engine, limits, runner, retention, push, signCard } = options;
  if (signCard !== undefined) checkSignCard(signCard);
  if (limits !== undefined && limits !== false) checkCallerLimits(limits);
  if (runner !== undefined) checkRunnerOptions(runner);
  if (runner?.concurrency === 0 && engine === undefined) {
    throw new RangeError(
      'Cannot run tasks as concurrency must be an integer from 1 without an engine that other processes share: current value is 0',
    );
  }
  if (retention !== undefined) parseRetention(retention);
  if (push !== undefined && push !== false) {
    const { allowAnonymous } = parsePushOptions(push === true ? {} : push);
    if (!allowAnonymous && options.authenticate === undefined) {
      throw new TypeError(
        'Cannot take push configs because no caller can say who it is: authenticate must be a function, or push.allowAnonymous true',
      );
    }
  }
}

function isHttpUrl(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const url = URL.parse(value);
  return url !== null && /^https?:$/u.test(url.protocol);
}

function isListOf(isValid: (text: string) => boolean): (value: unknown) => boolean {
  return (value) =>
    Array.isArray(value) && value.every((entry) => typeof entry === 'string' && isValid(entry));
}

function isHostName(text: string): boolean {
  return /^(?:[^\s/\\?#@:[\]]+|\[[\da-f:.]+\])$/iu.test(text);
}

function isOrigin(text: string): boolean {
  return isHttpUrl(text) && URL.parse(text)?.origin === text.toLowerCase();
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function findMissing(engine: object): readonly string[] {
  return FUNCTIONS.filter((name) => typeof Reflect.get(engine, name) !== 'function');
}

function listNames(missing: readonly string[]): string {
  const rest = missing.length - MAX_NAMES;
  const names = missing.slice(0, MAX_NAMES).join(', ');
  return `the function${missing.length === 1 ? '' : 's'} ${names}${rest > 0 ? ` and ${rest} more` : ''}`;
}
