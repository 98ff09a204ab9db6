import { toSchemaMode } from '@formwork/core';
import { isRecord, toList, toRecord } from '@formwork/schema/json';

type Fields = Readonly<Record<string, unknown>>;

/** A part of a message or an artifact, whatever the version. */
interface PartView {
  readonly kind: 'text' | 'data' | 'other';
  readonly text: string;
  readonly data: unknown;
  /** The mode that the part names: `metadata.mimeType`, or in 1.0 `mediaType`. */
  readonly mode: string | undefined;
}

/** A message of the agent, whatever the version. */
interface MessageView {
  readonly parts: readonly PartView[];
  readonly contextId: string | undefined;
  readonly metadata: Fields;
  /** All texts of the message. */
  readonly text: string;
}

/** A task, whatever the version. */
export interface TaskView {
  readonly id: string;
  readonly contextId: string | undefined;
  /** The state in the words of A2A 0.3, such as `input-required`; any other word as it came. */
  readonly state: string;
  /** The message of the status. */
  readonly message: MessageView | undefined;
  /** The parts of all artifacts. */
  readonly parts: readonly PartView[];
  readonly history: readonly unknown[];
  readonly hasArtifacts: boolean;
  readonly raw: Fields;
}

/** An event of a stream, in one form for all versions. */
export type EventView =
  | { readonly kind: 'task'; readonly task: TaskView }
  | { readonly kind: 'message'; readonly message: MessageView }
  | {
      readonly kind: 'statusUpdate' | 'artifactUpdate';
      readonly taskId: string;
      readonly contextId: string;
      /** The new state; empty for an artifact. */
      readonly state: string;
      readonly isFinal: boolean;
      readonly raw: Fields;
    };

/** The forms of messages and tasks in one version of A2A. */
export interface Dialect {
  readonly version: '1.0' | '0.3';
  /** Makes a user message. */
  message(parts: readonly Fields[], fields?: Fields): Fields;
  textPart(text: string): Fields;
  /** Makes a data part, tagged with the name of a schema unless that is `undefined`. */
  dataPart(data: unknown, schema?: string): Fields;
  /** Reads what a stream sends, or a call answers; `undefined` for anything else. */
  readEvent(value: Fields | undefined): EventView | undefined;
  /** Reads the task that GetTask answers. */
  readTask(value: unknown): TaskView | undefined;
}

const TERMINAL: ReadonlySet<string> = new Set(['completed', 'failed', 'canceled', 'rejected']);
const INTERRUPTED: ReadonlySet<string> = new Set(['input-required', 'auth-required']);

/** True for a state in which a task has ended. */
export function isTerminal(state: string): boolean {
  return TERMINAL.has(state);
}

/** True for a state in which a task waits for its caller. */
export function isInterrupted(state: string): boolean {
  return INTERRUPTED.has(state);
}

/** The dialect of A2A 1.0; over gRPC, of its messages in the JSON form of protobuf. */
export const MODERN: Dialect = {
  version: '1.0',
  message: (parts, fields = {}) => ({
    messageId: crypto.randomUUID(),
    role: 'ROLE_USER',
    parts,
    ...fields,
  }),
  textPart: (text) => ({ text }),
  dataPart: (data, schema) => ({
    data,
    ...(schema !== undefined && { metadata: { mimeType: toSchemaMode(schema) } }),
  }),
  readEvent(value = {}) {
    const { task, message, statusUpdate, artifactUpdate } = value;
    if (task !== undefined) {
      const read = readModernTask(task);
      return read && { kind: 'task', task: read };
    }
    if (isRecord(message)) return { kind: 'message', message: readMessage(message, readPart) };
    if (isRecord(statusUpdate)) return readUpdate('statusUpdate', statusUpdate, readModernState);
    if (isRecord(artifactUpdate)) return readUpdate('artifactUpdate', artifactUpdate, () => '');
    return undefined;
  },
  readTask: readModernTask,
};

/** The dialect of A2A 0.3. */
export const LEGACY: Dialect = {
  version: '0.3',
  message: (parts, fields = {}) => ({
    kind: 'message',
    messageId: crypto.randomUUID(),
    role: 'user',
    parts,
    ...fields,
  }),
  textPart: (text) => ({ kind: 'text', text }),
  dataPart: (data, schema) => ({
    kind: 'data',
    data,
    ...(schema !== undefined && { metadata: { mimeType: toSchemaMode(schema) } }),
  }),
  readEvent(value = {}) {
    switch (value['kind']) {
      case 'task': {
        const task = readLegacyTask(value);
        return task && { kind: 'task', task };
      }
      case 'message':
        return { kind: 'message', message: readMessage(value, readLegacyPart) };
      case 'status-update':
        return readUpdate('statusUpdate', value, (state) => state);
      case 'artifact-update':
        return readUpdate('artifactUpdate', value, () => '');
      default:
        return undefined;
    }
  },
  readTask: readLegacyTask,
};

function readModernState(state: string): string {
  return /^TASK_STATE_[A-Z_]+$/u.test(state)
    ? state.slice('TASK_STATE_'.length).toLowerCase().replaceAll('_', '-')
    : state;
}

type ReadPart = (part: unknown) => PartView;

function readModernTask(value: unknown): TaskView | undefined {
  return readTask(value, { toState: readModernState, toPart: readPart });
}

function readLegacyTask(value: unknown): TaskView | undefined {
  return readTask(value, { toState: (state) => state, toPart: readLegacyPart });
}

function readTask(
  value: unknown,
  {
    toState,
    toPart,
  }: {
    readonly toState: (state: string) => string;
    readonly toPart: ReadPart;
  },
): TaskView | undefined {
  if (!isRecord(value) || !isRecord(value['status'])) return undefined;
  const { id, contextId, status, artifacts, history } = value;
  const { state, message } = status;
  if (typeof id !== 'string' || id === '' || typeof state !== 'string') return undefined;
  return {
    id,
    contextId: toId(contextId),
    state: toState(state),
    message: isRecord(message) ? readMessage(message, toPart) : undefined,
    parts: toList(artifacts).flatMap((artifact) =>
      toList(isRecord(artifact) ? artifact['parts'] : []).map(toPart),
    ),
    history: toList(history),
    hasArtifacts: artifacts !== undefined,
    raw: value,
  };
}

function readMessage(value: Fields, toPart: ReadPart): MessageView {
  const parts = toList(value['parts']).map(toPart);
  return {
    parts,
    contextId: toId(value['contextId']),
    metadata: toRecord(value['metadata']),
    text: parts.map(({ text }) => text).join('\n'),
  };
}

function readUpdate(
  kind: 'statusUpdate' | 'artifactUpdate',
  raw: Fields,
  toState: (state: string) => string,
): EventView {
  const { taskId, contextId, status, final } = raw;
  const state = isRecord(status) ? status['state'] : undefined;
  return {
    kind,
    taskId: toId(taskId) ?? '',
    contextId: toId(contextId) ?? '',
    state: typeof state === 'string' ? toState(state) : '',
    isFinal: final === true,
    raw,
  };
}

function readPart(value: unknown): PartView {
  const part = toRecord(value);
  const { text, data, mediaType } = part;
  const mode = readMimeType(part) ?? (mediaType === '' ? undefined : asText(mediaType));
  if (typeof text === 'string') return { kind: 'text', text, data: undefined, mode };
  const kind = 'data' in part ? 'data' : 'other';
  return { kind, text: '', data, mode };
}

function readLegacyPart(value: unknown): PartView {
  const part = toRecord(value);
  const { kind, text, data } = part;
  const mode = readMimeType(part);
  if (kind === 'text') return { kind, text: asText(text) ?? '', data: undefined, mode };
  return { kind: kind === 'data' ? 'data' : 'other', text: '', data, mode };
}

function readMimeType({ metadata }: Fields): string | undefined {
  return isRecord(metadata) ? asText(metadata['mimeType']) : undefined;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function toId(value: unknown): string | undefined {
  return asText(value) || undefined;
}
