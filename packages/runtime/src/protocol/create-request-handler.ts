import type { AgentCard } from '@a2a-js/sdk';
import {
  ExtendedAgentCardNotConfiguredError,
  PushNotificationNotSupportedError,
} from '@a2a-js/sdk/errors';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import type { Agent, TaskLogger } from '@formwork/core';
import type { TaskEngine } from '../engine/task-engine.ts';
import type { HintHub } from '../hint-hub.ts';
import type { Runner } from '../runner/create-runner.ts';
import { createClosing, type Closing } from './closing.ts';
import { createSendOperations } from './send-operations.ts';
import { createTaskOperations } from './task-operations.ts';

/** What the request handler works with. */
export interface RequestHandlerOptions {
  readonly agent: Agent;
  /** The card as the SDK decoded it. */
  readonly agentCard: AgentCard;
  readonly engine: TaskEngine;
  readonly runner: Runner;
  readonly hub: HintHub;
  readonly logger: TaskLogger;
  /** True lets callers who did not say who they are list the tasks of all such callers. Default false. */
  readonly openTasks?: boolean;
  /**
   * Once it aborts, messages are refused and calls that wait are answered with `UnavailableError`,
   * and streams end. Default: never.
   */
  readonly closing?: AbortSignal;
}

/** {@link RequestHandlerOptions} with what the operations need in any case. */
export interface OperationOptions extends Omit<RequestHandlerOptions, 'closing'> {
  readonly closing: Closing;
}

/**
 * The operations of A2A on our engine, behind the interface that the SDK's transports call.
 *
 * Push notifications and the extended card answer with the protocol's "not supported" errors.
 */
export function createRequestHandler(options: RequestHandlerOptions): A2ARequestHandler {
  const { agentCard } = options;
  const closing = createClosing(options.closing);
  return {
    ...createSendOperations({ ...options, closing }),
    ...createTaskOperations({ ...options, closing }),
    getAgentCard: () => Promise.resolve(agentCard),
    getAuthenticatedExtendedAgentCard: () =>
      Promise.reject(new ExtendedAgentCardNotConfiguredError()),
    createTaskPushNotificationConfig: rejectPushNotifications,
    getTaskPushNotificationConfig: rejectPushNotifications,
    listTaskPushNotificationConfigs: rejectPushNotifications,
    deleteTaskPushNotificationConfig: rejectPushNotifications,
  };
}

function rejectPushNotifications(): Promise<never> {
  return Promise.reject(new PushNotificationNotSupportedError());
}
