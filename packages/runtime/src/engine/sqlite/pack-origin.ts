import type { Message } from '@a2a-js/sdk';
import type { NewTask } from '../task-engine.ts';
import type { Invocation } from '../task-snapshot.ts';
import { fillPart, omitEmpty, packPart, type PackedPart } from './pack-part.ts';

/** What a task has from its creation and keeps. */
export type TaskOrigin = Pick<NewTask, 'message' | 'metadata' | 'invocation'>;

/** Which task it is; both ids have a column of their own. */
type TaskIds = Pick<NewTask, 'id' | 'contextId'>;

interface PackedOrigin {
  readonly message: Partial<Omit<Message, 'parts'>> & { readonly parts?: readonly PackedPart[] };
  readonly metadata?: TaskOrigin['metadata'];
  readonly invocation: PackedInvocation;
}

/** `part` says which part of the message holds the data. */
type PackedInvocation = Partial<Invocation> & { readonly part?: number };

/**
 * Without what says nothing or stands elsewhere: every task writes this, and the input is the
 * larger part of it. Throws a `TypeError` when the task holds what JSON has no form for.
 */
export function encodeOrigin({
  id,
  contextId,
  message,
  metadata,
  invocation,
}: TaskOrigin & TaskIds): string {
  const { taskId, contextId: ownContextId, parts, ...rest } = message;
  return JSON.stringify({
    message: {
      ...omitEmpty({ ...rest, parts: parts.map(packPart) }),
      ...(taskId !== id && { taskId }),
      ...(ownContextId !== contextId && { contextId: ownContextId }),
    },
    ...(Object.keys(metadata).length > 0 && { metadata }),
    invocation: packInvocation(invocation, message),
  });
}

/** What {@link encodeOrigin} was given. */
export function decodeOrigin(text: string, { id, contextId }: TaskIds): TaskOrigin {
  const { message: packed, metadata = {}, invocation } = JSON.parse(text) as PackedOrigin;
  const message: Message = {
    ...packed,
    messageId: packed.messageId ?? '',
    taskId: packed.taskId ?? id,
    contextId: packed.contextId ?? contextId,
    role: packed.role ?? 0,
    parts: (packed.parts ?? []).map(fillPart),
    metadata: packed.metadata,
    extensions: packed.extensions ?? [],
    referenceTaskIds: packed.referenceTaskIds ?? [],
  };
  return { message, metadata, invocation: fillInvocation(invocation, message) };
}

function packInvocation(invocation: Invocation, { parts }: Message): object {
  const { acceptedOutputModes, ...rest } = invocation;
  const modes = acceptedOutputModes.length > 0 && { acceptedOutputModes };
  if (rest.kind === 'text') {
    return { ...rest, ...modes };
  }
  const { data, ...names } = rest;
  const part = parts.findIndex(
    ({ content }) => content?.$case === 'data' && content.value === data,
  );
  return { ...names, ...(part === -1 ? { data } : { part }), ...modes };
}

function fillInvocation(packed: PackedInvocation, { parts }: Message): Invocation {
  const { part, acceptedOutputModes = [], ...rest } = packed;
  const data = part === undefined ? {} : { data: parts[part]?.content?.value };
  return { ...rest, ...data, acceptedOutputModes } as Invocation;
}
