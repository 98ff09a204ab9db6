import type { Message, Part } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { isRecord } from '@formwork/schema/json';
import type { DeadLetter, PushConfig } from '../engine/push-store.ts';
import { measureBytes } from '../engine/stored-bytes.ts';
import type { TaskEngine, TaskSummary } from '../engine/task-engine.ts';
import type { NewTaskEvent, TaskStateName } from '../engine/task-event.ts';
import { readQuestion } from '../messages/follow-up-form.ts';
import { hideQuery } from './dead-letters.ts';

/** The kind, size and media type of a part of a message or an artifact, without its content. */
export interface PartShape {
  readonly kind: string;
  readonly bytes: number;
  readonly mediaType?: string;
}

/** Describes a part of a message or an artifact without its content. */
export function toPartShape({ content, mediaType }: Part): PartShape {
  return {
    kind: content?.$case ?? 'empty',
    bytes: measureBytes(content?.value),
    ...(mediaType !== '' && { mediaType }),
  };
}

/** An event of a task's log, without anything that its caller or its agent said. */
export type EventShape =
  | {
      readonly kind: 'status';
      readonly state: TaskStateName;
      readonly hasMessage: boolean;
      /** The number and the kind of the question that the task waits on; absent without one. */
      readonly question?: { readonly number: number; readonly form?: string };
    }
  | {
      readonly kind: 'artifact';
      readonly name: string;
      readonly append: boolean;
      readonly parts: readonly PartShape[];
    }
  | {
      readonly kind: 'message';
      readonly parts: readonly PartShape[];
      /** The operator who answered for the caller, and the reason; absent for other messages. */
      readonly answeredFor?: AnsweredFor;
      /** The principal id of the person who answered a question that was given to people. */
      readonly answeredBy?: string;
      /** True for the answer that counts because no person gave one in time; absent for others. */
      readonly isAutomatic?: true;
    }
  | { readonly kind: 'metadata'; readonly entries: number }
  | { readonly kind: 'memo'; readonly position: number; readonly key: string };

/** The operator who answered a question for the caller, and the reason. */
export interface AnsweredFor {
  /** The principal id of the operator; absent on a server without authentication. */
  readonly by?: string;
  readonly reason: string;
}

/** Describes an event of a task's log without its content. */
export function toEventShape(event: NewTaskEvent): EventShape {
  switch (event.kind) {
    case 'status': {
      const question = readQuestion(event.message);
      const form = question?.form?.name;
      return {
        kind: 'status',
        state: event.state,
        hasMessage: event.message !== undefined,
        ...(question !== undefined && {
          question: { number: question.question, ...(form !== undefined && { form }) },
        }),
      };
    }
    case 'artifact': {
      const { artifactId, name, parts } = event.artifact;
      const { append } = event;
      return { kind: 'artifact', name: name || artifactId, append, parts: parts.map(toPartShape) };
    }
    case 'message': {
      const parts = event.message.parts.map(toPartShape);
      return { kind: 'message', parts, ...readSignature(event.message.metadata) };
    }
    case 'metadata':
      return { kind: 'metadata', entries: Object.keys(event.metadata).length };
    case 'memo':
      return { kind: 'memo', position: event.position, key: event.key };
  }
}

/** Reads who gave an answer; only the agent writes these fields. */
function readSignature(metadata: Message['metadata']): {
  readonly answeredFor?: AnsweredFor;
  readonly answeredBy?: string;
  readonly isAutomatic?: true;
} {
  const signature: unknown = metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  if (!isRecord(signature)) return {};
  const { answeredBy, reason, isAutomatic } = signature;
  if (isAutomatic === true) return { isAutomatic };
  const by = typeof answeredBy === 'string' ? answeredBy : undefined;
  if (typeof reason !== 'string') return by === undefined ? {} : { answeredBy: by };
  return { answeredFor: { ...(by !== undefined && { by }), reason } };
}

/** The largest number of dead letters among which those of a task are looked for. */
const MAX_LETTERS = 500;

/** A receiver of the notifications of a task, without its secrets. */
export interface Receiver extends Pick<PushConfig, 'id' | 'url'> {
  /** The position in the log up to which the receiver was notified; absent if it is not known. */
  readonly after?: number;
  /** The number of attempts that failed since the last success; absent if it is not known. */
  readonly failures?: number;
  /** The time of the next attempt, ISO 8601; absent if there is nothing to send or not known. */
  readonly dueAt?: string;
  /** Present if the receiver was given up: the time and the reason. */
  readonly death?: Pick<DeadLetter, 'diedAt' | 'reason'>;
}

/**
 * Lists the receivers of a task's notifications. How far each was notified is known only from
 * engines with an archive; tokens, credentials and the query of a URL are left out.
 */
export async function listReceivers(
  engine: Pick<TaskEngine, 'listPushConfigs' | 'listDeadLetters' | 'archive'>,
  { scope, taskId }: Pick<TaskSummary, 'scope' | 'taskId'>,
): Promise<readonly Receiver[]> {
  const configs = (await engine.listPushConfigs(scope, taskId)) ?? [];
  if (configs.length === 0) return [];
  const archived = await engine.archive?.export(taskId);
  if (archived !== undefined) {
    return archived.pushes.map(({ config, after, failures, dueAt, death }) => ({
      id: config.id,
      url: hideQuery(config.url),
      after,
      failures,
      ...(dueAt !== undefined && { dueAt }),
      ...(death !== undefined && { death }),
    }));
  }
  const dead = (await engine.listDeadLetters(MAX_LETTERS)).filter(
    (letter) => letter.taskId === taskId,
  );
  return configs.map(({ id, url }) => {
    const letter = dead.find(({ configId }) => configId === id);
    return { id, url: hideQuery(url), ...(letter && { death: letter }) };
  });
}
