import {
  ExtendedAgentCardNotConfiguredError,
  PushNotificationNotSupportedError,
} from '@a2a-js/sdk/errors';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { createClosing } from './closing.ts';
import type { RequestHandlerOptions } from './request-handler-options.ts';
import { createSendOperations } from './send-operations.ts';
import { createTaskOperations } from './task-operations.ts';

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
