import type { Message } from '@a2a-js/sdk';
import {
  InvalidAgentResponseError,
  RequestMalformedError,
  UnsupportedOperationError,
  type ErrorDetail,
} from '@a2a-js/sdk/errors';
import { toMessageText } from '@formwork/core/internal';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import type { DetailedError } from '../errors.ts';
import { ERROR_DOMAIN, ERROR_INFO } from './structured-input-error.ts';
import { toArtifactView, type Reader } from '../messages/protocol-task.ts';

/**
 * A handler that answers with a message failed. There is no task that could say so, so the call
 * does, with the text that the status of a task would have. The class is one that A2A has, as
 * clients of others show no text of an error that they do not know; the details are precise.
 */
class AnswerFailedError extends InvalidAgentResponseError implements DetailedError {
  readonly details = [createErrorInfo('ANSWER_FAILED')];

  constructor(message: string) {
    super({ message, metadata: { reason: 'ANSWER_FAILED' } });
    // The SDK finds the code of an error by this name.
    this.name = 'InvalidAgentResponseError';
  }
}

/**
 * Like {@link AnswerFailedError}, for a handler that declined to answer. Clients of A2A 0.3 show
 * the text of this class, and of no other that would fit.
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
 * The message that answers a call whose handler answers with one alone: stored with the end of its
 * task, so it is the same whenever it is asked for.
 *
 * Throws an error of the protocol, with the reason, when the handler failed or declined.
 */
export function toMessageAnswer(snapshot: TaskSnapshot, reader: Reader): Message {
  const { state, statusMessage: said, contextId, invocation } = snapshot;
  if (said === undefined || state !== 'completed') {
    const text = said === undefined ? 'The agent gave no answer.' : toMessageText(said);
    throw state === 'rejected' ? new AnswerRejectedError(text) : new AnswerFailedError(text);
  }
  const view = toArtifactView(invocation.acceptedOutputModes, reader);
  const { parts } = view({
    artifactId: '',
    name: '',
    description: '',
    parts: said.parts,
    metadata: undefined,
    extensions: [],
  });
  return { ...said, contextId, taskId: '', parts };
}

/** Notifications are about tasks, and a message that answers makes no task. */
export function createNotNotifiable(): UnsupportedOperationError {
  return new UnsupportedOperationError(
    'Cannot notify anybody of the answer as it must be a task: the agent answers this text with a message. Send it without a push notification config.',
  );
}
