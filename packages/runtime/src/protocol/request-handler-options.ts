import type { AgentCard } from '@a2a-js/sdk';
import type { Agent, TaskLogger } from '@formwork/core';
import type { AgentVersions } from '../agent-versions.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { HintHub } from '../engine/hints.ts';
import type { PushOptions, PushSettings } from '../push/push-options.ts';
import type { Runner } from '../runner/create-runner.ts';
import type { Closing } from './closing.ts';
import type { TaskLimits } from './task-quota.ts';

/** Options of {@link createRequestHandler}. */
export interface RequestHandlerOptions {
  /** The agent that is served; as {@link AgentVersions} it can be replaced. */
  readonly agent: Agent | AgentVersions;
  /** The card as the SDK decoded it; read with every request, so that a getter can give the next. */
  readonly agentCard: AgentCard;
  /**
   * Makes the card for a caller who said who they are, with these scopes (A2A 1.0 section 3.1.11).
   * Default: there is none, and the protocol's "not configured".
   */
  readonly createExtendedCard?:
    | ((scopes: readonly string[]) => AgentCard | Promise<AgentCard>)
    | undefined;
  readonly engine: TaskEngine;
  readonly runner: Runner;
  readonly hub: HintHub;
  readonly logger: TaskLogger;
  /**
   * False starts a task for every message, also for one that came before. Default true: the same
   * message, sent again, finds the task it started.
   */
  readonly recognizeRepeats?: boolean;
  /** The limits of what callers may have in the engine. Default: none. */
  readonly limits?: TaskLimits;
  /** True lets callers who did not say who they are list the tasks of all such callers. Default false. */
  readonly openTasks?: boolean;
  /**
   * How long CancelTask waits for whoever runs the task to end it, in milliseconds; then it ends
   * the task itself, and what that runner still writes is refused. Default 2,000.
   */
  readonly cancelDeadlineMs?: number;
  /**
   * Once it aborts, messages are refused and calls that wait are answered with `UnavailableError`,
   * and streams end. Default: never.
   */
  readonly closing?: AbortSignal;
  /**
   * Which push configs callers may set; `createPushSender`, with the same options, sends to them.
   * Default: none, and the protocol's "not supported".
   */
  readonly push?: PushOptions;
}

/** The options of the request handler with their defaults, as its operations need them. */
export interface OperationOptions extends Omit<RequestHandlerOptions, 'closing' | 'push'> {
  readonly closing: Closing;
  readonly push: PushSettings | undefined;
}
