import type { GatewayFault } from './gateway-error.ts';
import type { FailureEvent } from './thread-entry.ts';

/** The ids of a task and its context, each `''` while it is not known. */
export type TaskIds = Pick<FailureEvent, 'taskId' | 'contextId'>;

/** Makes the event that reports why a call has failed. */
export function toFailure(fault: GatewayFault, ids?: TaskIds): FailureEvent {
  return { kind: 'failure', taskId: '', contextId: '', ...ids, ...fault, problems: [] };
}
