import type { StreamResponse } from '@a2a-js/sdk';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';

/** A position in the log of one task. */
interface EventPosition {
  readonly taskId: string;
  /** The position of the event in the task's log, from 1. */
  readonly seq: number;
}

/**
 * The key in `ServerCallContext.state` under which a transport stores the value of the header
 * `Last-Event-ID`, unchanged, for a subscription.
 */
export const LAST_EVENT_ID_KEY = 'formwork.lastEventId';

const EVENT_ID = /^(?<taskId>.+):(?<seq>[1-9]\d{0,15})$/su;

/**
 * The log position of each streamed event. It is kept outside of the event, because the SDK's
 * transports pass on only the fields that A2A defines.
 */
const positions = new WeakMap<StreamResponse, EventPosition>();

/**
 * Remembers the log position of a streamed event for {@link findEventId}, and returns the event.
 */
export function withPosition(response: StreamResponse, position: EventPosition): StreamResponse {
  positions.set(response, position);
  return response;
}

/**
 * Returns the id of an event that a stream of the request handler yielded, for the `id` of a
 * server-sent event: `<taskId>:<seq>`, where `seq` is the last log entry that the event covers.
 * Returns `undefined` for an event outside of a log, and for a copy of an event.
 */
export function findEventId(response: StreamResponse): string | undefined {
  const position = positions.get(response);
  return position && `${position.taskId}:${position.seq}`;
}

/**
 * Returns the generation of a task after a streamed event (draft of A2A 1.1): the number of the last
 * log entry that the event covers; `undefined` as {@link findEventId} does.
 */
export function findGeneration(response: StreamResponse): number | undefined {
  return positions.get(response)?.seq;
}

/** Parses the id of a streamed event; returns `undefined` if the id has another form. */
export function fromEventId(id: unknown): EventPosition | undefined {
  const { taskId, seq } = (typeof id === 'string' && EVENT_ID.exec(id)?.groups) || {};
  return taskId === undefined ? undefined : { taskId, seq: Number(seq) };
}

/**
 * Returns the position in a task's log that the caller has read, from the header `Last-Event-ID`;
 * `undefined` if that header names no position in this log.
 */
export function findResumePoint(
  { id, seq }: Pick<TaskSnapshot, 'id' | 'seq'>,
  { state }: ServerCallContext,
): number | undefined {
  const position = fromEventId(state.get(LAST_EVENT_ID_KEY));
  return position?.taskId === id && position.seq <= seq ? position.seq : undefined;
}

/**
 * Returns true if the `Last-Event-ID` of a call names an event of a task, so the caller has read a
 * stream of the task before.
 */
export function hasFollowed(taskId: string, { state }: ServerCallContext): boolean {
  return fromEventId(state.get(LAST_EVENT_ID_KEY))?.taskId === taskId;
}
