import type { TaskLogger } from '@formwork/core';
import type {
  PushOptions,
  RetentionOptions,
  RunnerOptions,
  SharedRecords,
  TaskEngine,
} from '@formwork/runtime';
import { checkRunnerOptions, parseRetention, parsePushOptions } from '@formwork/runtime/internal';
import { isRecord } from '@formwork/schema/json';
import {
  LOGGER_RULE,
  BOOLEAN_RULE,
  checkOptions,
  createIntegerRule,
  createTimerRule,
  type OptionRule,
} from '@formwork/schema/options';
import type { AuditListener } from './audit.ts';
import { type CallerLimits, checkCallerLimits } from './caller-limits.ts';
import type { Authenticate } from './credential.ts';
import type { GrpcDoor } from './grpc-door.ts';
import type { GuardOptions } from './guard.ts';
import type { ProtocolAdapter } from './protocol-adapter.ts';
import type { CreateRequestCounter } from './request-rate.ts';
import { checkSignCard, type SignCardOptions } from './signed-cards.ts';
import { checkPushPlace } from './worker-limits.ts';
import type { StreamLimits } from './write-event-stream.ts';

/** Options of a served agent, on a server of its own or in an express app. */
export interface AgentRouterOptions extends StreamLimits, GuardOptions {
  /** The engine that keeps the tasks. Default: one in memory, closed with the server. */
  readonly engine?: TaskEngine;
  /**
   * The records that the replicas of the agent share, for adapters whose messages may reach any
   * replica. The records stay open when the server closes. Default: each adapter keeps its own
   * records in this process.
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
   * True lets anonymous callers list the tasks of all anonymous callers. Default false: a caller
   * needs the id of such a task.
   */
  readonly openTasks?: boolean;
  /**
   * False tells no caller which people answered the questions of their tasks. Default true: callers
   * who have signed in learn it from the history and events of their tasks; anonymous callers and
   * the visitors of public forms never do.
   */
  readonly namesAnswerers?: boolean;
  /**
   * True returns the first task for a repeated message, the same in every part, as long as that
   * task is kept; false starts a task for every message. Default true. Messages of anonymous
   * callers are recognized only by random ids, such as a UUID.
   */
  readonly recognizeRepeats?: boolean;
  /**
   * True shows the generation of tasks and of their updates over JSON-RPC, REST and gRPC, lets a
   * message name the one that its task must have, and GetTask wait for the next: the draft of A2A
   * 1.1, which may change. Default false.
   */
  readonly generation?: boolean;
  /**
   * The time that CancelTask waits for the runner of a task to end it, in milliseconds; then
   * CancelTask ends the task itself. Default 2,000.
   */
  readonly cancelDeadlineMs?: number;
  /** The largest request body, in bytes or as text such as `1mb`. Default `1mb`. */
  readonly bodyLimit?: number | string;
  /** The limits of callers. Default: those of `CallerLimits`; false sets none. */
  readonly limits?: CallerLimits | false;
  /**
   * Makes counters that the replicas of the agent share, so that `requestsPerMinute` holds for all
   * replicas together, and `requestsPerMinutePerAddress` for anonymous callers. One call of a
   * counter counts one request. While a counter fails, and by default, each process counts for
   * itself.
   */
  readonly createRequestCounter?: CreateRequestCounter;
  /** The log of the server. Default: lines of JSON on standard error. */
  readonly logger?: TaskLogger;
  /**
   * Lets callers register URLs for push notifications, and declares that on the cards; `true`
   * stands for `{}`. Callers must be authenticated, unless the options have `allowAnonymous`.
   * Default false, because the operator should decide whether callers may direct requests.
   */
  readonly push?: boolean | PushOptions;
  /** The rules by which old tasks are deleted. Default: those of the engine. */
  readonly retention?: RetentionOptions;
  /** Adapters by which other protocols than A2A reach the same agent and tasks. Default: none. */
  readonly adapters?: readonly ProtocolAdapter[];
  /**
   * Called with security events: refused credentials, host names and pages, attempts at other
   * users' tasks, new push configs, and replaced definitions of the agent. Default: nothing is
   * called.
   */
  readonly audit?: AuditListener;
  /**
   * Options for signing the cards and showing the public keys at `/.well-known/jwks.json`. Default:
   * cards are not signed.
   */
  readonly signCard?: SignCardOptions;
  /**
   * The options of the runner, which runs tasks: how many at once, with which leases and retries.
   */
  readonly runner?: Omit<RunnerOptions, 'logger'>;
}

/** Options of `createAgentRouter`. */
export interface MountedAgentOptions extends AgentRouterOptions {
  /** The public URL of this app, such as `https://agents.example.com`. */
  readonly publicUrl: string;
}

/**
 * The functions that a `TaskEngine` must have. The type checker compares the list with the
 * contract.
 */
const CONTRACT: Readonly<
  Record<Exclude<keyof TaskEngine, 'archive' | 'checkBlobs' | 'checkIndexes' | 'now'>, true>
> = {
  create: true,
  get: true,
  list: true,
  append: true,
  keepMemo: true,
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
  findLongestQueued: true,
  findScope: true,
  listWaiting: true,
  listQuestions: true,
  claimDueQuestions: true,
  putOffQuestion: true,
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
  isValid: (value) => isRecord(value) && findMissing(value).length === 0,
  describe: (value) =>
    isRecord(value) ? `an object without ${listNames(findMissing(value))}` : undefined,
};

const BYTES_RULE = createIntegerRule(0);
const BYTES = /^\d+(?:\.\d+)? *(?:b|kb|mb|gb|tb|pb)?$/iu;

const FUNCTION_RULE: OptionRule = {
  expected: 'a function',
  isValid: (value) => typeof value === 'function',
};

const OBJECT_RULE: OptionRule = { expected: 'an object', isValid: isRecord };

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
    isValid: (value) => isRecord(value) && typeof Reflect.get(value, 'open') === 'function',
  },
  openTasks: BOOLEAN_RULE,
  namesAnswerers: BOOLEAN_RULE,
  recognizeRepeats: BOOLEAN_RULE,
  generation: BOOLEAN_RULE,
  bodyLimit: {
    expected: 'a number of bytes, 0 or more, or text such as "1mb"',
    isValid: (value) => (typeof value === 'string' ? BYTES.test(value) : BYTES_RULE.isValid(value)),
  },
  heartbeatMs: createTimerRule(0),
  stallMs: createTimerRule(0),
  cancelDeadlineMs: createTimerRule(0),
  engine: ENGINE_RULE,
  records: {
    expected: 'shared records, which have add, get, set, delete, list and close',
    isValid: (value) =>
      isRecord(value) &&
      ['add', 'get', 'set', 'delete', 'list', 'close'].every(
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
  // An error shows only the type of the value, because it may contain keys.
  signCard: { ...OBJECT_RULE, describe: (value) => typeof value },
  push: {
    expected: 'true, false or an object',
    isValid: (value) => typeof value === 'boolean' || isRecord(value),
  },
  logger: LOGGER_RULE,
  limits: {
    expected: 'an object of limits, or false',
    isValid: (value) => value === false || isRecord(value),
  },
  createRequestCounter: FUNCTION_RULE,
  tls: {
    expected: 'an object with a key and its certificate',
    isValid: (value) => isRecord(value) && 'key' in value && 'cert' in value,
    // An error never shows the key.
    describe: (value) => (isRecord(value) ? 'an object without key or cert' : typeof value),
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
      'Cannot run tasks because concurrency must be an integer from 1 without an engine that other processes share: current value is 0',
    );
  }
  if (retention !== undefined) parseRetention(retention);
  if (push !== undefined && push !== false) {
    checkPushPlace();
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

function findMissing(engine: object): readonly string[] {
  return FUNCTIONS.filter((name) => typeof Reflect.get(engine, name) !== 'function');
}

function listNames(missing: readonly string[]): string {
  const hiddenCount = missing.length - MAX_NAMES;
  const names = missing.slice(0, MAX_NAMES).join(', ');
  return `the function${missing.length === 1 ? '' : 's'} ${names}${hiddenCount > 0 ? ` and ${hiddenCount} more` : ''}`;
}
