import type { Task, TaskStatus } from '@a2a-js/sdk';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { toProtocolState } from '../engine/task-state.ts';

/** Options of {@link toProtocolTask}. */
export interface ProtocolTaskOptions {
  /** How many of the newest messages to include; 0 none. Default all (A2A 1.0 section 3.2.4). */
  readonly historyLength?: number;
  /** Default true. */
  readonly includeArtifacts?: boolean;
}

/** A task in the shape that the SDK's transports send. */
export function toProtocolTask(
  snapshot: TaskSnapshot,
  { historyLength, includeArtifacts = true }: ProtocolTaskOptions = {},
): Task {
  const { id, contextId, artifacts, history, metadata } = snapshot;
  return {
    id,
    contextId,
    status: toProtocolStatus(snapshot),
    artifacts: includeArtifacts ? [...artifacts] : [],
    // slice(-0) would be everything.
    history: historyLength === 0 ? [] : history.slice(-(historyLength ?? history.length)),
    metadata: Object.keys(metadata).length === 0 ? undefined : { ...metadata },
  };
}

function toProtocolStatus({ state, statusMessage, statusTimestamp }: TaskSnapshot): TaskStatus {
  return { state: toProtocolState(state), message: statusMessage, timestamp: statusTimestamp };
}
