import { ExtendedAgentCardNotConfiguredError, UnsupportedOperationError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { parsePushOptions } from '../push/push-options.ts';
import { createClosing } from './closing.ts';
import { checkKnownTask, listGrantedScopes } from './permission.ts';
import { createPushOperations } from './push-operations.ts';
import type { RequestHandlerOptions } from './request-handler-options.ts';
import { createSendOperations } from './send-operations.ts';
import { createTaskOperations } from './task-operations.ts';

/**
 * Makes the operations of A2A on a task engine, with the interface that the SDK's transports call.
 * Without their options, the extended card and push notifications answer with A2A's "not supported"
 * errors.
 */
export function createRequestHandler(options: RequestHandlerOptions): A2ARequestHandler {
  const { engine } = options;
  const closing = createClosing(options.closing);
  const push = options.push && parsePushOptions(options.push);
  return {
    ...createSendOperations({ ...options, closing, push }),
    ...createTaskOperations({ ...options, closing, push }),
    ...createPushOperations({ engine, push }),
    getAgentCard: () => Promise.resolve(options.agentCard),
    async getAuthenticatedExtendedAgentCard(_request, context) {
      const { createExtendedCard } = options;
      if (createExtendedCard === undefined) {
        // The card does not offer it: section 3.3.4 of A2A 1.0, which changed section 8.2 of 0.3.
        throw context.requestedVersion === '0.3'
          ? new ExtendedAgentCardNotConfiguredError()
          : new UnsupportedOperationError('This agent has no extended card.');
      }
      checkKnownTask(context.user);
      return createExtendedCard(listGrantedScopes(context.user));
    },
  };
}
