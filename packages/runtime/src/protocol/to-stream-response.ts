import type { StreamResponse } from '@a2a-js/sdk';
import type { TaskEvent } from '../engine/task-event.ts';
import { toProtocolState } from '../engine/task-state.ts';

/** Which task an event belongs to. */
export interface EventOwner {
  readonly taskId: string;
  readonly contextId: string;
}

/**
 * One event of a task's log as a stream sends it; `undefined` for events that A2A streams have no
 * shape for (messages that join the history, changes of metadata, memos).
 */
export function toStreamResponse(
  { event, timestamp }: TaskEvent,
  { taskId, contextId }: EventOwner,
): StreamResponse | undefined {
  switch (event.kind) {
    case 'status': {
      const { state, message } = event;
      const status = { state: toProtocolState(state), message, timestamp };
      const value = { taskId, contextId, status, metadata: undefined };
      return { payload: { $case: 'statusUpdate', value } };
    }
    case 'artifact': {
      const { artifact, append, lastChunk } = event;
      const value = { taskId, contextId, artifact, append, lastChunk, metadata: undefined };
      return { payload: { $case: 'artifactUpdate', value } };
    }
    case 'message':
    case 'metadata':
    case 'memo':
      return undefined;
  }
}
