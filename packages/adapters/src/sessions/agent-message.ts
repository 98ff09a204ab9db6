import type { Artifact as TaskArtifact, Message as ProtocolMessage, Part } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { isInterruptedState, type TaskSnapshot, type TaskStateName } from '@formwork/runtime';
import type { Artifact } from '@formwork/schemas/types/sessions-v1';
import { randomUUID } from 'node:crypto';
import { BASE64_PREFIX, isJsonType, URL_TYPE } from './protocol-message.ts';
import type { StoredMessage } from './session-record.ts';

/**
 * The key in the metadata of an agent's message in a session, under which it names its task: the id
 * and the state.
 */
export const TASK_METADATA_KEY = 'formwork.task';

/**
 * The maximum number of characters of a result's data that a message repeats as text; longer data
 * are in the artifacts only.
 */
const MAX_SHOWN_LENGTH = 4_096;

/**
 * Makes the agent's message about a task that has ended or asks a question: its result, its
 * question, or the reason why it ended.
 */
export function toAgentMessage(task: TaskSnapshot, inReplyTo: string): StoredMessage {
  const { id, state, statusMessage } = task;
  const isQuestion = isInterruptedState(state);
  // The artifacts of a task that asks a question are not complete yet.
  const artifacts = isQuestion ? [] : fromTaskArtifacts(task.artifacts, id);
  const form: unknown = statusMessage?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  return {
    id: randomUUID(),
    role: 'agent',
    content: describeTask(task),
    in_reply_to: inReplyTo,
    metadata: {
      [TASK_METADATA_KEY]: { id, state },
      ...(isQuestion && form !== undefined && { [FOLLOW_UP_FORMS_EXTENSION_URI]: form }),
    },
    ...(artifacts.length > 0 && { artifacts: [...artifacts] }),
  };
}

/**
 * Makes the agent's message about a task that no longer exists, because an operator has deleted it.
 */
export function createLostMessage(taskId: string, inReplyTo: string): StoredMessage {
  return {
    id: randomUUID(),
    role: 'agent',
    content: 'The task is gone: it was deleted before its end.',
    in_reply_to: inReplyTo,
    metadata: { [TASK_METADATA_KEY]: { id: taskId, state: 'failed' } },
  };
}

/** Makes the agent's message from an answer that needed no task. */
export function createPlainAnswer({ parts }: ProtocolMessage, inReplyTo: string): StoredMessage {
  return { id: randomUUID(), role: 'agent', content: toPartsText(parts), in_reply_to: inReplyTo };
}

/** Describes a task in text, for callers that read only the text of a message. */
function describeTask({ state, statusMessage, artifacts }: TaskSnapshot): string {
  const statusText = toPartsText(statusMessage?.parts ?? []);
  if (state !== 'completed') return statusText === '' ? describeState(state) : statusText;
  const result = describeResult(artifacts);
  // The text with which a task closes follows its result, and never replaces it.
  const texts = [result, statusText].filter((text) => text !== '');
  return texts.length === 0 ? describeState(state) : texts.join('\n');
}

function describeResult(artifacts: TaskSnapshot['artifacts']): string {
  const parts = artifacts.flatMap((artifact) => artifact.parts);
  const text = toPartsText(parts);
  if (text !== '') return text;
  const data = parts.flatMap(({ content }) => (content?.$case === 'data' ? [content.value] : []));
  const dataText = data.map((value) => JSON.stringify(value)).join('\n');
  return dataText.length > MAX_SHOWN_LENGTH ? '' : dataText;
}

function describeState(state: TaskStateName): string {
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

/**
 * Makes one artifact of a message from each part of a task's artifacts, with ids that no other task
 * has.
 */
export function fromTaskArtifacts(
  artifacts: readonly TaskArtifact[],
  taskId: string,
): readonly Artifact[] {
  return artifacts.flatMap(({ artifactId, name, description, parts }) =>
    parts.map((part, index) => {
      const title = part.filename === '' ? name : part.filename;
      return {
        id: `${taskId}/${artifactId}${index === 0 ? '' : `/${index}`}`,
        ...toTypeAndData(part),
        ...(title !== '' && { name: title }),
        ...(description !== '' && { description }),
      };
    }),
  );
}

/** Joins the texts of message parts into one. */
export function toPartsText(parts: readonly Part[]): string {
  return parts
    .flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : []))
    .join('\n');
}

function toTypeAndData({ content, mediaType }: Part): Pick<Artifact, 'type' | 'data'> {
  switch (content?.$case) {
    case 'text':
      // A media type of JSON would make readers take the text for a JSON value.
      return {
        type: mediaType === '' || isJsonType(mediaType) ? 'text/plain' : mediaType,
        data: content.value,
      };
    case 'raw':
      return {
        type: mediaType === '' ? 'application/octet-stream' : mediaType,
        data: `${BASE64_PREFIX}${Buffer.from(content.value).toString('base64')}`,
      };
    case 'url':
      return { type: URL_TYPE, data: content.value };
    case 'data':
      return { type: mediaType === '' ? 'application/json' : mediaType, data: content.value };
    case undefined:
      return { type: 'application/json', data: null };
  }
}
