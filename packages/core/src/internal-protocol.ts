// For packages of this workspace only: what a client needs of messages and cards.
import type { Message, SendMessageRequest } from '@a2a-js/sdk';

export { readIcon } from './media-type/icon.ts';
export { readFileLimits } from './media-type/judge-files.ts';
export { listFileTypes } from './media-type/media-type.ts';

/**
 * Makes the request that sends a message. With `returnImmediately`, the agent answers as soon as the
 * task has begun, instead of when it has ended or waits for its caller.
 */
export function createSendRequest(
  message: Message,
  { returnImmediately }: { readonly returnImmediately: boolean },
): SendMessageRequest {
  return {
    tenant: '',
    message,
    configuration: {
      acceptedOutputModes: [],
      taskPushNotificationConfig: undefined,
      returnImmediately,
    },
    metadata: undefined,
  };
}
