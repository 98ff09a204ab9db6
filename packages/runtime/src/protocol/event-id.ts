import type { StreamResponse } from '@a2a-js/sdk';

/** A place in the log of a task. */
export interface EventPosition {
  readonly taskId: string;
  /** 1 for the first entry of the log. */
  readonly seq: number;
}

/**
 * Where a transport puts the value of `Last-Event-ID`, as it came, for a subscription: the key in
 * `ServerCallContext.state`.
 */
export const LAST_EVENT_ID_KEY = 'formwork.lastEventId';

const EVENT_ID = /^(?<taskId>.+):(?<seq>[1-9]\d{0,15})$/su;

/** Beside the events, as the SDK's transports pass on nothing but what A2A defines. */
const positions = new WeakMap<StreamResponse, EventPosition>();

/** Remembers where an event stands, for {@link toEventId}. Returns the event. */
export function withPosition(response: StreamResponse, position: EventPosition): StreamResponse {
  positions.set(response, position);
  return response;
}

/**
 * The id of an event that a stream of the request handler yielded, to be sent as `id` of a
 * server-sent event: `<taskId>:<seq>`, where `seq` is the last entry of the task's log that the
 * event covers. `undefined` for an event that belongs to no log. Knows the very objects that were
 * yielded, not copies of them.
 */
export function toEventId(response: StreamResponse): string | undefined {
  const position = positions.get(response);
  return position && `${position.taskId}:${position.seq}`;
}

/** Reads what {@link toEventId} made; `undefined` for anything else. */
export function fromEventId(id: unknown): EventPosition | undefined {
  const { taskId, seq } = (typeof id === 'string' && EVENT_ID.exec(id)?.groups) || {};
  return taskId === undefined ? undefined : { taskId, seq: Number(seq) };
}
