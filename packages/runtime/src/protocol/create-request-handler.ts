import { ExtendedAgentCardNotConfiguredError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { parsePushOptions } from '../push/push-options.ts';
import { createClosing } from './closing.ts';
import { checkKnown, listGrantedScopes } from './permission.ts';
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
      if (createExtendedCard === undefined) throw new ExtendedAgentCardNotConfiguredError();
      checkKnown(context.user);
      return createExtendedCard(listGrantedScopes(context.user));
    },
  };
}
