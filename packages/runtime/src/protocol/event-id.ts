import type { StreamResponse } from '@a2a-js/sdk';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';

/** A place in the log of a task. */
interface EventPosition {
  readonly taskId: string;
  /** The position in the log, from 1. */
  readonly seq: number;
}

/**
 * The key in `ServerCallContext.state` under which a transport puts the value of `Last-Event-ID`,
 * as it came, for a subscription.
 */
export const LAST_EVENT_ID_KEY = 'formwork.lastEventId';

const EVENT_ID = /^(?<taskId>.+):(?<seq>[1-9]\d{0,15})$/su;

/**
 * The places of events, kept beside them because the SDK's transports pass on nothing but what A2A
 * defines.
 */
const positions = new WeakMap<StreamResponse, EventPosition>();

/** Notes the log position of a streamed event, for {@link findEventId}, and returns the event. */
export function withPosition(response: StreamResponse, position: EventPosition): StreamResponse {
  positions.set(response, position);
  return response;
}

/**
 * Finds the id of an event that a stream of the request handler yielded, to be sent as `id` of a
 * server-sent event: `<taskId>:<seq>`, where `seq` is the last entry of the task's log that the
 * event covers. `undefined` for an event that belongs to no log. Knows the very objects that were
 * yielded, not copies of them.
 */
export function findEventId(response: StreamResponse): string | undefined {
  const position = positions.get(response);
  return position && `${position.taskId}:${position.seq}`;
}

/** Parses the id of a streamed event; `undefined` if it is not one of ours. */
export function fromEventId(id: unknown): EventPosition | undefined {
  const { taskId, seq } = (typeof id === 'string' && EVENT_ID.exec(id)?.groups) || {};
  return taskId === undefined ? undefined : { taskId, seq: Number(seq) };
}

/**
 * Returns the position in a task's log that the caller has reached, from `Last-Event-ID`;
 * `undefined` if it names none.
 */
export function findResumePoint(
  { id, seq }: Pick<TaskSnapshot, 'id' | 'seq'>,
  { state }: ServerCallContext,
): number | undefined {
  const position = fromEventId(state.get(LAST_EVENT_ID_KEY));
  return position?.taskId === id && position.seq <= seq ? position.seq : undefined;
}

/** True if the `Last-Event-ID` of a call is of this task: the caller has followed it before. */
export function hasFollowed(taskId: string, { state }: ServerCallContext): boolean {
  return fromEventId(state.get(LAST_EVENT_ID_KEY))?.taskId === taskId;
}
