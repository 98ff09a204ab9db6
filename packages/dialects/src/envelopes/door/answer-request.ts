import type { StreamResponse } from '@a2a-js/sdk';
import { isRecord } from '@formwork/core';
import { UnavailableError } from '@formwork/runtime';
import { EnvelopeRefusedError } from '../errors/envelope-refused-error.ts';
import type { Call, Reply } from './call.ts';
import { findTarget } from './find-target.ts';
import { followTask } from './follow-task.ts';
import { streamTask } from './stream-task.ts';
import {
  answerAboutTask,
  isTaskMethod,
  readTaskParameters,
  toReplyMessage,
} from './task-methods.ts';
import { toProgress, toResponsePayload } from './task-view.ts';
import { toDataPart, toSendRequest, toTextPart, type UserMessage } from './user-message.ts';

/** Answers a `request` with what its skill returns (Request Message Schema). */
export async function answerRequest(call: Call): Promise<Reply> {
  const { message, principalId, settings, connections } = call;
  const peer = { principalId, agentId: message.sender_id };
  if (settings.requireHandshake && !connections.isOpen(peer)) {
    throw new EnvelopeRefusedError(
      `Cannot take the request as "${message.sender_id}" must be connected: current value is not. Send a handshake first.`,
      { errorCode: 'FORBIDDEN' },
    );
  }
  const method = String(message.payload['method']);
  const given = message.payload['parameters'];
  const parameters = isRecord(given) ? given : {};
  if (!isTaskMethod(method)) return run(call, toFirstMessage(call, method, parameters));
  const checked = readTaskParameters(method, parameters);
  return method === 'task.reply'
    ? run(call, toReplyMessage(message, checked))
    : answerAboutTask(call, method, checked.task_id);
}

function toFirstMessage(
  { message: envelope, host }: Call,
  method: string,
  parameters: Readonly<Record<string, unknown>>,
): UserMessage {
  const target = findTarget(host.agent, method);
  const { skillId } = target;
  if (target.kind === 'data') {
    return { envelope, skillId, part: toDataPart(parameters, target.schema) };
  }
  const { text } = parameters;
  if (typeof text === 'string' && text !== '') return { envelope, skillId, part: toTextPart(text) };
  throw new EnvelopeRefusedError(
    `Cannot run ${skillId} as payload.parameters.text must be text that is not empty: current value is ${typeof text === 'string' ? '""' : typeof text}`,
    { errorCode: 'VALIDATION_FAILED', details: { pointer: '/payload/parameters/text' } },
  );
}

async function run(call: Call, said: UserMessage): Promise<Reply> {
  const { host, settings } = call;
  const context = host.createContext(call.principalId);
  const events: AsyncGenerator<StreamResponse, void, undefined> =
    host.requestHandler.sendMessageStream(toSendRequest(said), context);
  if (call.isStream) {
    const payloads = streamTask(events, (taskId) => settle(call, taskId));
    return { kind: 'stream', payloads, stop: () => void events.return().catch(() => {}) };
  }
  const followed = await followTask(events, settings);
  switch (followed.kind) {
    case 'text':
      return {
        kind: 'message',
        type: 'response',
        payload: { status: 'success', data: { text: followed.text } },
      };
    case 'rest': {
      const payload = await settle(call, followed.taskId);
      return { kind: 'message', type: 'response', payload, taskId: followed.taskId };
    }
    case 'late':
      throw createLateError(call, toProgress(followed.taskId, followed.status));
  }
}

/** The response to a task that has ended or waits. */
async function settle(call: Call, taskId: string): Promise<Readonly<Record<string, unknown>>> {
  const { host } = call;
  const context = host.createContext(call.principalId);
  const task = await host.requestHandler.getTask(
    { tenant: '', id: taskId, historyLength: 0 },
    context,
  );
  const payload = toResponsePayload(task);
  if (payload !== undefined) return payload;
  if (host.closing.aborted) throw new UnavailableError();
  // Answered elsewhere in the meantime, so that it runs again.
  throw createLateError(call, toProgress(taskId, task.status));
}

/**
 * The document has no word for a task that takes its time, so it is told as what its caller sees: not
 * finished yet, come back.
 */
function createLateError(
  { settings }: Call,
  progress: Readonly<Record<string, unknown>>,
): EnvelopeRefusedError {
  const seconds = settings.waitMs / 1_000;
  return new EnvelopeRefusedError(
    `The task goes on, and has not ended within ${seconds} s. Send the same request again, or task.get, to go on waiting.`,
    {
      errorCode: 'TIMEOUT',
      details: progress,
      retryAfter: settings.retryAfterSeconds,
    },
  );
}
