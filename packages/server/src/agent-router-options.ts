import type { IncomingMessage } from 'node:http';
import type { Principal, SecurityScheme, TaskLogger } from '@formwork/core';
import type { PushOptions, RetentionOptions, RunnerOptions, TaskEngine } from '@formwork/runtime';
import type { Dialect } from './dialect.ts';
import type { StreamLimits } from './stream-limits.ts';

/** Tells who sends a request. */
export interface Authenticate {
  /**
   * Returns the caller, or `undefined` when the request does not say who that is.
   *
   * MUST give the same caller the same id every time, and MUST NOT give two callers the same: an
   * id opens all tasks that belong to it. MUST NOT throw for bad credentials; what it throws is
   * logged and answered as an internal error.
   */
  (request: IncomingMessage): Principal | undefined | Promise<Principal | undefined>;

  /** How callers say who they are, for the cards. Default: the cards say nothing about it. */
  readonly scheme?: SecurityScheme;
}

/** Options that a served agent takes wherever it is mounted. */
export interface AgentRouterOptions extends StreamLimits {
  /** Where tasks are kept. Default: an engine in memory, closed with the server. */
  readonly engine?: TaskEngine;
  /** Default: nobody says who they are. */
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
   * How long CancelTask waits for whoever runs the task to end it, in milliseconds; then the task
   * ends without it. Default 2,000.
   */
  readonly cancelDeadlineMs?: number;
  /** Largest request body, in bytes or as text such as `1mb`. Default `1mb`. */
  readonly bodyLimit?: number | string;
  /** Default: lines of JSON on standard error. */
  readonly logger?: TaskLogger;
  /**
   * Lets callers have notifications sent to URLs of their choice, and says so on the cards; `true`
   * is `{}`. Default false: requests that strangers direct should be somebody's decision.
   */
  readonly push?: boolean | PushOptions;
  /** Which tasks are forgotten by themselves. Default: none, but what the engine itself forgets. */
  readonly retention?: RetentionOptions;
  /** Protocols besides A2A that lead to the same agent and tasks. Default: none. */
  readonly dialects?: readonly Dialect[];
  /** How tasks are run. */
  readonly runner?: Omit<RunnerOptions, 'logger'>;
}
