import type { Artifact, StreamResponse } from '@a2a-js/sdk';
import { type TaskEvent, toProtocolState } from '../engine/task-event.ts';

/** Which task an event belongs to, and how its reader gets it. */
export interface StreamResponseOptions {
  readonly taskId: string;
  readonly contextId: string;
  /** Makes an artifact ready for the reader. Default: as it is. */
  readonly toView?: (artifact: Artifact) => Artifact;
}

/**
 * One event of a task's log as a stream sends it; `undefined` for events that A2A streams have no
 * shape for (messages that join the history, changes of metadata, memos).
 */
export function toStreamResponse(
  { event, timestamp }: TaskEvent,
  { taskId, contextId, toView }: StreamResponseOptions,
): StreamResponse | undefined {
  switch (event.kind) {
    case 'status': {
      const { state, message } = event;
      const status = { state: toProtocolState(state), message, timestamp };
      const value = { taskId, contextId, status, metadata: undefined };
      return { payload: { $case: 'statusUpdate', value } };
    }
    case 'artifact': {
      const { append, lastChunk } = event;
      const artifact = toView?.(event.artifact) ?? event.artifact;
      const value = { taskId, contextId, artifact, append, lastChunk, metadata: undefined };
      return { payload: { $case: 'artifactUpdate', value } };
    }
    case 'message':
    case 'metadata':
    case 'memo':
      return undefined;
  }
}
