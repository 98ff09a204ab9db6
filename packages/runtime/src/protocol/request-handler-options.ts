import type { AgentCard } from '@a2a-js/sdk';
import type { Agent, TaskLogger } from '@formwork/core';
import type { Telemetry } from '@formwork/telemetry';
import type { AgentVersions } from '../agent-versions.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { TaskWatcher } from '../engine/task-watcher.ts';
import type { PushOptions, PushSettings } from '../push/push-options.ts';
import type { Runner } from '../runner/runner-options.ts';
import type { ClosingSignal } from './closing.ts';
import type { TaskLimits } from './task-quota.ts';

/** Options of {@link createRequestHandler}. */
export interface RequestHandlerOptions {
  /** The agent that is served; `AgentVersions` if its definition may be replaced. */
  readonly agent: Agent | AgentVersions;
  /**
   * The agent card as the SDK decodes it. The property is read with every request, so a getter can
   * return a new card.
   */
  readonly agentCard: AgentCard;
  /**
   * Makes the card for an authenticated caller with these OAuth scopes (A2A 1.0 section 3.1.11).
   * Default: there is no extended card, and requests for it get A2A's "unsupported operation" error,
   * those of A2A 0.3 its "not configured" error.
   */
  readonly createExtendedCard?:
    | ((scopes: readonly string[]) => AgentCard | Promise<AgentCard>)
    | undefined;
  readonly engine: TaskEngine;
  readonly runner: Runner;
  readonly watcher: TaskWatcher;
  readonly logger: TaskLogger;
  /**
   * True returns the first task for a repeated message; false starts a task for every message.
   * Default true.
   */
  readonly recognizeRepeats?: boolean;
  /** The limits of the tasks, sessions and bytes that each caller may store. Default: no limits. */
  readonly limits?: TaskLimits;
  /**
   * True gives tasks and their updates the generation of the draft of A2A 1.1, and reads what
   * callers ask for by it. Default false.
   */
  readonly generation?: boolean;
  /** True lets anonymous callers list the tasks of all anonymous callers. Default false. */
  readonly openTasks?: boolean;
  /**
   * False tells no caller which people answered the questions of their tasks. Default true: it
   * tells callers who have signed in, and no others.
   */
  readonly namesAnswerers?: boolean;
  /**
   * The time for which CancelTask waits until the runner of a task ends it, in milliseconds; then
   * CancelTask ends the task itself, and later writes of that runner are refused. Default 2,000.
   */
  readonly cancelDeadlineMs?: number;
  /**
   * The signal that the server closes: new messages and waiting calls then get `UnavailableError`,
   * and streams end. Default: the signal never aborts.
   */
  readonly closing?: AbortSignal;
  /**
   * The options that decide which push configs callers may set; give `createPushSender` the same.
   * Default: no configs, and A2A's "not supported" error.
   */
  readonly push?: PushOptions;
  /**
   * The telemetry that tasks are reported to. Default: that of the registered SDK of OpenTelemetry,
   * if there is one.
   */
  readonly telemetry?: Telemetry | undefined;
}

/** The options of the request handler after defaults were filled in, as its operations use them. */
export interface OperationOptions extends Omit<RequestHandlerOptions, 'closing' | 'push'> {
  readonly closing: ClosingSignal;
  readonly push: PushSettings | undefined;
}
