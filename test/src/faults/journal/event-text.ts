import type { Part } from '@a2a-js/sdk';
import type { NewTaskEvent } from '@formwork/runtime';

/** An entry of a log as a history has it: equal entries, and only those, have equal texts. */
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

/** The name that a handler gave a step; `undefined` for other events. */
export function toStepName(event: NewTaskEvent): string | undefined {
  return event.kind === 'memo' ? /^step:(.*)$/su.exec(event.key)?.[1] : undefined;
}

/** What a message that answers a question is in the log. */
export function toAnswerText(messageId: string): string {
  return `message ${messageId}`;
}

/** An event as JSON-RPC 1.0 streams it. */
export interface WireEvent {
  readonly task?: WireTask;
  readonly statusUpdate?: { readonly status: WireStatus };
  readonly artifactUpdate?: {
    readonly artifact: { readonly artifactId: string; readonly parts: readonly WirePart[] };
    readonly append?: boolean;
    readonly lastChunk?: boolean;
  };
}

/** A task as JSON-RPC 1.0 shows it. */
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

/** The same text as {@link toEventText} gives for the entry that was streamed. */
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

/** `TASK_STATE_INPUT_REQUIRED` as engines have it: `input-required`. */
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
