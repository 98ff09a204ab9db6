import type { Message } from '@a2a-js/sdk';
import {
  type ErrorDetail,
  InvalidAgentResponseError,
  RequestMalformedError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import { toMessageText } from '@formwork/core/internal';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import type { DetailedError } from '../errors.ts';
import { createArtifactView, type Reader } from '../messages/protocol-task.ts';
import { ERROR_DOMAIN, ERROR_INFO } from './structured-input-error.ts';

/**
 * Thrown when a handler that answers with a message fails. The call itself reports the failure,
 * with the text that the status of a failed task would have, because the caller gets no task. The
 * class is one that A2A defines, because clients do not show the text of unknown errors.
 */
class AnswerFailedError extends InvalidAgentResponseError implements DetailedError {
  readonly details = [createErrorInfo('ANSWER_FAILED')];

  constructor(message: string) {
    super({ message, metadata: { reason: 'ANSWER_FAILED' } });
    // The SDK chooses the error code of the response by this name.
    this.name = 'InvalidAgentResponseError';
  }
}

/**
 * Thrown when a handler that answers with a message declines the request. Of the error classes that
 * fit, clients of A2A 0.3 show the text of this one only.
 */
class AnswerRejectedError extends RequestMalformedError implements DetailedError {
  readonly details = [createErrorInfo('ANSWER_REJECTED')];

  constructor(message: string) {
    super({ message, metadata: { reason: 'ANSWER_REJECTED' } });
    this.name = 'RequestMalformedError';
  }
}

function createErrorInfo(reason: string): ErrorDetail {
  return { '@type': ERROR_INFO, reason, domain: ERROR_DOMAIN, metadata: {} };
}

/**
 * Makes the message that answers a call whose handler answers with a message alone. The message is
 * stored with the end of its task, so each repetition of the call returns the same one. Throws an
 * A2A error with the reason if the handler failed or declined.
 */
export function createMessageAnswer(snapshot: TaskSnapshot, reader: Reader): Message {
  const { state, statusMessage, contextId, invocation } = snapshot;
  if (statusMessage === undefined || state !== 'completed') {
    const text =
      statusMessage === undefined ? 'The agent gave no answer.' : toMessageText(statusMessage);
    throw state === 'rejected' ? new AnswerRejectedError(text) : new AnswerFailedError(text);
  }
  const view = createArtifactView(invocation.acceptedOutputModes, reader);
  const { parts } = view({
    artifactId: '',
    name: '',
    description: '',
    parts: statusMessage.parts,
    metadata: undefined,
    extensions: [],
  });
  return { ...statusMessage, contextId, taskId: '', parts };
}

/**
 * Makes the error for a push config in a call that is answered with a message: there is no task to
 * send notifications about.
 */
export function createNotNotifiable(): UnsupportedOperationError {
  return new UnsupportedOperationError(
    'Cannot notify anybody of the answer because it is not a task: the agent answers this text with a message. Send it without a push notification config.',
  );
}
