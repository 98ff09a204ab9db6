import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { TaskCallError } from '../errors.ts';
import { findExcess } from './wire-json.ts';
import { createAgentMessage } from '../messages/agent-message.ts';

/** Progress as a handler tells it; checked here, because programs without types say anything. */
export interface Progress {
  readonly text: unknown;
  readonly fraction: unknown;
  /** How large the text may be, in bytes. */
  readonly maxBytes: number;
}

/** Progress as an event. Throws `TaskCallError` for what is no text or no part of 1. */
export function toProgressEvent(
  { id, contextId }: TaskSnapshot,
  { text, fraction, maxBytes }: Progress,
): NewTaskEvent {
  if (text === undefined && fraction === undefined) return { kind: 'status', state: 'working' };
  if (typeof text !== 'string') {
    throw new TaskCallError(
      `Cannot report progress as the text must be a string: current value is ${typeof text}`,
    );
  }
  const excess = findExcess(text, maxBytes);
  if (excess !== undefined) {
    throw new TaskCallError(
      `Cannot report progress as the text must be at most ${maxBytes} bytes: current value is ${excess} bytes`,
    );
  }
  if (fraction !== undefined && !isPartOfOne(fraction)) {
    throw new TaskCallError(
      `Cannot report progress as the fraction must be between 0 and 1: current value is ${typeof fraction === 'number' ? fraction : typeof fraction}`,
    );
  }
  const metadata = fraction === undefined ? {} : { metadata: { progress: fraction } };
  return {
    kind: 'status',
    state: 'working',
    message: createAgentMessage(text, { contextId, taskId: id, ...metadata }),
  };
}

/**
 * Checks the last words of a handler. Throws `TaskCallError` for a value that is no text, or too
 * large.
 */
export function checkConclusion(text: unknown, maxBytes: number): string {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new TaskCallError(
      `Cannot conclude as the text must be a string that is not empty: current value is ${typeof text === 'string' ? JSON.stringify(text) : typeof text}`,
    );
  }
  const excess = findExcess(text, maxBytes);
  if (excess !== undefined) {
    throw new TaskCallError(
      `Cannot conclude as the text must be at most ${maxBytes} bytes: current value is ${excess} bytes`,
    );
  }
  return text;
}

function isPartOfOne(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
