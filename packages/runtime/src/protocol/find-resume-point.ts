import type { ServerCallContext } from '@a2a-js/sdk/server';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { fromEventId, LAST_EVENT_ID_KEY } from './event-id.ts';

/** The place in this task's log that the caller has reached, if it said so and there is one. */
export function findResumePoint(
  { id, seq }: Pick<TaskSnapshot, 'id' | 'seq'>,
  { state }: ServerCallContext,
): number | undefined {
  const position = fromEventId(state.get(LAST_EVENT_ID_KEY));
  return position?.taskId === id && position.seq <= seq ? position.seq : undefined;
}

/** True when the caller says that it has followed this task before. */
export function hasFollowed(taskId: string, { state }: ServerCallContext): boolean {
  return fromEventId(state.get(LAST_EVENT_ID_KEY))?.taskId === taskId;
}
