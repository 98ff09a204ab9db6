import type { Artifact, Message, Part } from '@a2a-js/sdk';
import type { NewTask } from '../task-engine.ts';
import type { NewTaskEvent } from '../task-event.ts';
import type { Invocation } from '../task-snapshot.ts';

/**
 * The origin of a task: the message, metadata and invocation that it was created with and that
 * never change.
 */
type TaskOrigin = Pick<NewTask, 'message' | 'metadata' | 'invocation'>;

/** The ids of a task, which are stored in columns of its row instead of the text. */
type TaskIds = Pick<NewTask, 'id' | 'contextId'>;

/**
 * An invocation as it is stored, without the caller's data: `part` is the index of the message part
 * that has them.
 */
type PackedInvocation = Partial<Invocation> & { readonly part?: number };

/**
 * Encodes the origin of a task without empty fields and without data that is stored elsewhere,
 * because every task writes its origin.
 *
 * @throws TypeError when the task holds a value that JSON has no form for
 */
export function encodeOrigin({
  id,
  contextId,
  message,
  metadata,
  invocation,
}: TaskOrigin & TaskIds): string {
  const { taskId, contextId: ownContextId, parts, ...fields } = message;
  return JSON.stringify({
    message: {
      ...omitEmpty({ ...fields, parts: parts.map(packPart) }),
      ...(taskId !== id && { taskId }),
      ...(ownContextId !== contextId && { contextId: ownContextId }),
    },
    ...(Object.keys(metadata).length > 0 && { metadata }),
    invocation: packInvocation(invocation, message),
  });
}

/** Decodes the text that {@link encodeOrigin} made. */
export function decodeOrigin(text: string, { id, contextId }: TaskIds): TaskOrigin {
  const {
    message: packed,
    metadata = {},
    invocation,
  } = JSON.parse(text) as {
    readonly message: Pick<Message, 'role'> &
      Partial<Omit<Message, 'parts'>> & { readonly parts?: readonly PackedPart[] };
    readonly metadata?: TaskOrigin['metadata'];
    readonly invocation: PackedInvocation;
  };
  const message: Message = {
    ...packed,
    messageId: packed.messageId ?? '',
    taskId: packed.taskId ?? id,
    contextId: packed.contextId ?? contextId,
    parts: (packed.parts ?? []).map(fillPart),
    metadata: packed.metadata,
    extensions: packed.extensions ?? [],
    referenceTaskIds: packed.referenceTaskIds ?? [],
  };
  return { message, metadata, invocation: fillInvocation(invocation, message) };
}

function packInvocation(invocation: Invocation, { parts }: Message): object {
  const { acceptedOutputModes, ...fields } = invocation;
  const modes = acceptedOutputModes.length > 0 && { acceptedOutputModes };
  if (fields.kind === 'text') {
    return { ...fields, ...modes };
  }
  const { data, ...names } = fields;
  const part = parts.findIndex(
    ({ content }) => content?.$case === 'data' && content.value === data,
  );
  return { ...names, ...(part === -1 ? { data } : { part }), ...modes };
}

function fillInvocation(packed: PackedInvocation, { parts }: Message): Invocation {
  const { part, acceptedOutputModes = [], ...fields } = packed;
  const data = part === undefined ? {} : { data: parts[part]?.content?.value };
  return { ...fields, ...data, acceptedOutputModes } as Invocation;
}

type ArtifactEvent = Extract<NewTaskEvent, { readonly kind: 'artifact' }>;

/**
 * Packs an artifact event without its empty fields, because a small piece has more empty fields
 * than words. {@link fillArtifactEvent} restores the fields.
 */
export function packArtifactEvent({
  artifact,
  append,
  lastChunk,
  ...fields
}: ArtifactEvent): object {
  const parts = artifact.parts.map(packPart);
  return {
    ...fields,
    artifact: omitEmpty({ ...artifact, parts }),
    ...(append && { append }),
    ...(lastChunk && { lastChunk }),
  };
}

/** Restores the artifact event that {@link packArtifactEvent} packed; may change `packed`. */
export function fillArtifactEvent(
  packed: Partial<Omit<ArtifactEvent, 'kind' | 'artifact'>> & {
    readonly kind: 'artifact';
    readonly artifact: Partial<Omit<Artifact, 'parts'>> & {
      readonly parts?: readonly PackedPart[];
    };
  },
): ArtifactEvent {
  const { artifact, append = false, lastChunk = false, ...fields } = packed;
  return {
    ...fields,
    artifact: {
      ...artifact,
      artifactId: artifact.artifactId ?? '',
      name: artifact.name ?? '',
      description: artifact.description ?? '',
      parts: (artifact.parts ?? []).map(fillPart),
      metadata: artifact.metadata,
      extensions: artifact.extensions ?? [],
    },
    append,
    lastChunk,
  };
}

type Content = NonNullable<Part['content']>;

/** A part of a message or artifact as it is stored, without empty fields. */
interface PackedPart extends Partial<Part> {
  /**
   * The content of the part: its kind, such as `text`, and its value in a form that JSON can hold.
   */
  readonly is?: readonly [kind: Content['$case'], value: unknown];
}

/**
 * Converts a part for its row: bytes become base64, and JSON can hold all other content unchanged,
 * even data that is null.
 */
function packPart({ content, ...fields }: Part): object {
  return { ...omitEmpty(fields), ...(content !== undefined && { is: packContent(content) }) };
}

/** Restores the part that {@link packPart} packed; may change `packed`. */
function fillPart({ is, content: before, ...fields }: PackedPart): Part {
  const { filename = '', mediaType = '', metadata } = fields;
  // Rows of earlier versions have the content in the field `content`, not in `is`.
  const packed = is ?? (before && ([before.$case, before.value] as const));
  return { ...fields, content: packed && fillContent(packed), filename, mediaType, metadata };
}

/** Copies the fields of an object, without empty texts and lists. */
function omitEmpty(fields: object): object {
  // Every task is packed, and a loop makes no lists of entries.
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(fields)) {
    const value: unknown = Reflect.get(fields, name);
    if (value !== '' && !(Array.isArray(value) && value.length === 0)) copy[name] = value;
  }
  return copy;
}

function packContent(content: Content): readonly unknown[] {
  return content.$case === 'raw'
    ? ['raw', content.value.toString('base64')]
    : [content.$case, content.value];
}

function fillContent([kind, value]: NonNullable<PackedPart['is']>): Content {
  switch (kind) {
    case 'raw':
      return { $case: kind, value: Buffer.from(String(value), 'base64') };
    case 'text':
    case 'url':
      return { $case: kind, value: String(value) };
    case 'data':
      return { $case: kind, value };
  }
}
