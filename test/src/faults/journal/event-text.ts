import type { Part } from '@a2a-js/sdk';
import type { NewTaskEvent } from '@formwork/runtime';

/**
 * Returns the text of a log entry for a history; two entries have equal texts only if they are
 * equal.
 */
export function toEventText(event: NewTaskEvent): string {
  switch (event.kind) {
    case 'status':
      return toStatusText(event.state, event.message?.parts.map(toPartText) ?? []);
    case 'artifact': {
      const { artifact, append, lastChunk } = event;
      const texts = artifact.parts.map(toPartText);
      return toArtifactText({ id: artifact.artifactId, append, lastChunk, texts });
    }
    case 'message':
      return toAnswerText(event.message.messageId);
    case 'metadata':
      return `metadata ${JSON.stringify(event.metadata)}`;
    case 'memo':
      return `memo ${event.position} ${event.key} ${JSON.stringify(event.value)}`;
  }
}

/**
 * Returns the name that a handler gave a step whose result the event is; `undefined` for other
 * events.
 */
export function toStepName(event: NewTaskEvent): string | undefined {
  return event.kind === 'memo' ? /^step:(.*)$/su.exec(event.key)?.[1] : undefined;
}

/** Returns the text that an answer to a question has in a history, by the id of its message. */
export function toAnswerText(messageId: string): string {
  return `message ${messageId}`;
}

/** A stream event of A2A 1.0 in JSON-RPC. */
export interface WireEvent {
  readonly task?: WireTask;
  readonly statusUpdate?: { readonly status: WireStatus };
  readonly artifactUpdate?: {
    readonly artifact: { readonly artifactId: string; readonly parts: readonly WirePart[] };
    readonly append?: boolean;
    readonly lastChunk?: boolean;
  };
}

/** A task of A2A 1.0 in JSON-RPC. */
export interface WireTask {
  readonly id: string;
  readonly status: WireStatus;
}

interface WireStatus {
  readonly state: string;
  readonly message?: { readonly parts: readonly WirePart[] };
}

interface WirePart {
  readonly text?: string;
}

/** Returns the same text for a stream event as {@link toEventText} returns for its log entry. */
export function toWireEventText({ statusUpdate, artifactUpdate }: WireEvent): string {
  if (statusUpdate !== undefined) {
    const { message } = statusUpdate.status;
    const texts = message?.parts.map(({ text = '' }) => text) ?? [];
    return toStatusText(toStateName(statusUpdate.status.state), texts);
  }
  if (artifactUpdate === undefined) throw new TypeError('A stream has nothing but updates.');
  const { artifact, append = false, lastChunk = false } = artifactUpdate;
  const texts = artifact.parts.map(({ text = '' }) => text);
  return toArtifactText({ id: artifact.artifactId, append, lastChunk, texts });
}

/**
 * Converts a state of A2A, such as `TASK_STATE_INPUT_REQUIRED`, to the name that engines use,
 * `input-required`.
 */
export function toStateName(state: string): string {
  return state.replace('TASK_STATE_', '').replaceAll('_', '-').toLowerCase();
}

function toStatusText(state: string, texts: readonly string[]): string {
  return `status ${state} ${texts.join('|')}`;
}

function toArtifactText(artifact: {
  readonly id: string;
  readonly append: boolean;
  readonly lastChunk: boolean;
  readonly texts: readonly string[];
}): string {
  const { id, append, lastChunk, texts } = artifact;
  return `artifact ${id} ${append ? 'adds' : 'is'} ${texts.join('|')}${lastChunk ? '.' : ''}`;
}

function toPartText({ content }: Part): string {
  return content?.$case === 'text' ? content.value : JSON.stringify(content?.value);
}
