import { randomUUID } from 'node:crypto';
import type { Message as ProtocolMessage } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { isInterruptedState, type TaskSnapshot, type TaskStateName } from '@formwork/runtime';
import { fromTaskArtifacts, toPartsText } from './from-task-artifacts.ts';
import type { StoredMessage } from './session-record.ts';

/** The key of message metadata that says which task a message is about, and its state. */
export const TASK_METADATA_KEY = 'formwork.task';

/** Longer data is in the artifacts only. */
const MAX_SHOWN_LENGTH = 4_096;

/** What the agent says when a task has come to rest: its result, its question, or why it ended. */
export function toAgentMessage(task: TaskSnapshot, inReplyTo: string): StoredMessage {
  const { id, state, statusMessage } = task;
  const isQuestion = isInterruptedState(state);
  // With a question, what is there so far is not yet what the task leads to.
  const artifacts = isQuestion ? [] : fromTaskArtifacts(task.artifacts, id);
  const form: unknown = statusMessage?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  return {
    id: randomUUID(),
    role: 'agent',
    content: toContent(task),
    in_reply_to: inReplyTo,
    metadata: {
      [TASK_METADATA_KEY]: { id, state },
      ...(isQuestion && form !== undefined && { [FOLLOW_UP_FORMS_EXTENSION_URI]: form }),
    },
    ...(artifacts.length > 0 && { artifacts: [...artifacts] }),
  };
}

/** What the agent says of a task that an operator has deleted. */
export function toLostMessage(taskId: string, inReplyTo: string): StoredMessage {
  return {
    id: randomUUID(),
    role: 'agent',
    content: 'The task is gone: it was deleted before its end.',
    in_reply_to: inReplyTo,
    metadata: { [TASK_METADATA_KEY]: { id: taskId, state: 'failed' } },
  };
}

/** What the agent says without having run anything. */
export function toPlainAnswer({ parts }: ProtocolMessage, inReplyTo: string): StoredMessage {
  return { id: randomUUID(), role: 'agent', content: toPartsText(parts), in_reply_to: inReplyTo };
}

/** Text for callers that read nothing else. */
function toContent({ state, statusMessage, artifacts }: TaskSnapshot): string {
  const said = toPartsText(statusMessage?.parts ?? []);
  if (state !== 'completed') return said === '' ? toStateText(state) : said;
  const result = toResultText(artifacts);
  // What is said with the end stands beside the result, never in its place.
  const texts = [result, said].filter((text) => text !== '');
  return texts.length === 0 ? toStateText(state) : texts.join('\n');
}

function toResultText(artifacts: TaskSnapshot['artifacts']): string {
  const parts = artifacts.flatMap((artifact) => artifact.parts);
  const text = toPartsText(parts);
  if (text !== '') return text;
  const data = parts.flatMap(({ content }) => (content?.$case === 'data' ? [content.value] : []));
  const shown = data.map((value) => JSON.stringify(value)).join('\n');
  return shown.length > MAX_SHOWN_LENGTH ? '' : shown;
}

function toStateText(state: TaskStateName): string {
  switch (state) {
    case 'completed':
      return 'Done.';
    case 'canceled':
      return 'The task was canceled.';
    case 'rejected':
      return 'The agent rejected the task.';
    case 'failed':
      return 'The task failed.';
    case 'input-required':
      return 'The agent has a question.';
    case 'auth-required':
      return 'The agent needs an authorization.';
    case 'submitted':
    case 'working':
      return 'The agent is at work.';
  }
}
