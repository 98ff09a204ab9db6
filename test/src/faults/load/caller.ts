import { setTimeout as sleep } from 'node:timers/promises';
import { readEvents } from '../../support/event-stream.ts';
import { callJsonRpc, type JsonRpcAnswer } from '../../support/json-rpc.ts';
import { isEnd, type HistoryEvent } from '../history/run-history.ts';
import {
  toStateName,
  toWireEventText,
  type WireEvent,
  type WireTask,
} from '../journal/event-text.ts';
import type { MortalServer } from './mortal-server.ts';
import type { Recorder } from './recorder.ts';

/**
 * A caller of a server that may die at any time; it repeats a request until the server has
 * answered.
 */
export interface Caller {
  /** Calls a JSON-RPC method and returns the answer's body, also if that is an error. */
  call(method: string, params: object): Promise<JsonRpcAnswer['body']>;
  /**
   * Reads a task's stream until the task ends or asks a question, over as many connections as
   * needed. `start` opens the stream while the task is unknown. With `hopAfter`, each connection is
   * left after so many events, and the stream continued over another.
   */
  follow(start: StreamStart, options?: { readonly hopAfter?: number }): Promise<Followed>;
}

/** The request that opens a stream. */
type StreamStart =
  | { readonly kind: 'send'; readonly message: { readonly messageId: string } }
  | { readonly kind: 'subscribe'; readonly taskId: string; readonly lastEventId?: string };

/**
 * The place where a stream ended. Its state is `refused` if the server refused the subscription.
 */
interface Followed {
  readonly taskId: string;
  readonly state: string;
  readonly lastEventId: string;
}

/** A stream that a caller is reading: its task, the events so far, and the last known state. */
interface Reading {
  readonly taskId: string;
  readonly after: number;
  readonly began?: string;
  readonly events: HistoryEvent[];
  state: string;
  lastEventId: string;
}

/** Thrown when the server ends a stream because it cannot store more for now. */
class Interruption extends Error {}

/** Thrown to leave a connection on purpose and continue the stream over another one. */
class Hop extends Error {}

/** The time before the next try after an {@link Interruption}, in milliseconds. */
const INTERRUPTION_MS = 100;

/** A server that a caller sends requests to and that may be restarted at any time. */
export interface CalledServer extends Pick<MortalServer, 'url' | 'lives'> {
  /**
   * True if the server may answer that it is unavailable, after which the caller tries again.
   * Default false.
   */
  readonly mayBeUnavailable?: boolean;
}

function isUnavailable(error: unknown): boolean {
  return JSON.stringify(error ?? '').includes('UNAVAILABLE');
}

/** Makes a caller that sends the user name `user`, and that records all answers. */
export function createCaller(server: CalledServer, user: string, recorder: Recorder): Caller {
  const headers = { 'x-user': user };

  /**
   * Repeats an attempt until it succeeds. An error is thrown, unless the server died meanwhile or
   * ended a stream because it cannot store more for now.
   */
  async function retry<Value>(attempt: (url: string) => Promise<Value>): Promise<Value> {
    for (;;) {
      const life = server.lives();
      try {
        return await attempt(await server.url());
      } catch (error) {
        // Real time: a caller that is asked to come back does so, again and again.
        if (error instanceof Interruption) await sleep(INTERRUPTION_MS);
        else if (error instanceof Hop) continue;
        else if (server.lives() === life) throw error;
      }
    }
  }

  async function open(url: string, start: StreamStart): Promise<Response> {
    const [method, params] =
      start.kind === 'send'
        ? ['SendStreamingMessage', { message: start.message }]
        : ['SubscribeToTask', { id: start.taskId }];
    const lastEventId = start.kind === 'subscribe' ? start.lastEventId : undefined;
    return fetch(`${url}/a2a`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'a2a-version': '1.0',
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  }

  async function follow(
    start: StreamStart,
    { hopAfter = Number.POSITIVE_INFINITY }: { readonly hopAfter?: number } = {},
  ): Promise<Followed> {
    let reading = start.kind === 'subscribe' ? resume(start) : undefined;
    const finish = (isComplete: boolean): void => {
      if (reading !== undefined) recorder.see(toSeen(reading, isComplete));
    };
    return retry(async (url) => {
      const { taskId, lastEventId } = reading ?? {};
      const again =
        taskId === undefined || lastEventId === undefined
          ? start
          : ({ kind: 'subscribe', taskId, lastEventId } as const);
      const response = await open(url, again);
      if (!String(response.headers.get('content-type')).includes('event-stream')) {
        const { error } = (await response.json()) as JsonRpcAnswer['body'];
        // The task has ended, and an ended task has no stream to subscribe to.
        if (start.kind === 'subscribe' && error?.code === -32_004) {
          return { taskId: start.taskId, state: 'refused', lastEventId: '' };
        }
        if (server.mayBeUnavailable === true && isUnavailable(error)) {
          throw new Interruption('The server has no storage for now.');
        }
        throw new Error(`The stream was refused: ${JSON.stringify(error)}`);
      }
      let count = 0;
      for await (const { id = '', data } of readEvents(response)) {
        const { result, error } = data as { result?: WireEvent; error?: { code?: number } };
        // The task has ended, but the server had to open the stream before it could find out.
        if (error?.code === -32_004 && start.kind === 'subscribe' && reading === undefined) {
          return { taskId: start.taskId, state: 'refused', lastEventId: '' };
        }
        if (result === undefined) {
          const text = `The stream failed: ${JSON.stringify(error)}`;
          throw text.includes('UNAVAILABLE') ? new Interruption(text) : new Error(text);
        }
        if (result.task === undefined) {
          if (reading === undefined) throw new Error('A stream must begin with its task.');
          add(reading, id, result);
        } else {
          finish(false);
          reading = begin(result.task, id);
          if (start.kind === 'send') recorder.create(start.message.messageId, reading.taskId);
        }
        // The stream of a message ends with a question; a subscription lasts beyond it.
        if (start.kind === 'send' && reading.state === 'input-required') break;
        count += 1;
        if (count > hopAfter && !isEnd(reading.state)) throw new Hop();
      }
      if (reading === undefined) throw new Error('A stream must not be empty.');
      const { state } = reading;
      // A server that is asked to end closes its streams.
      if (!isRest(state)) throw new Error(`A stream ended ${state}.`);
      finish(state !== 'input-required');
      return { taskId: reading.taskId, state, lastEventId: reading.lastEventId };
    });
  }

  return {
    call: (method, params) =>
      retry(async (url) => {
        const { body } = await callJsonRpc(url, { method, params }, { headers });
        if (server.mayBeUnavailable === true && isUnavailable(body.error)) {
          throw new Interruption('The server has no storage for now.');
        }
        return body;
      }),
    follow,
  };
}

function resume({ taskId, lastEventId }: StreamStart & { kind: 'subscribe' }): Reading | undefined {
  if (lastEventId === undefined) return undefined;
  return { taskId, after: toSeq(lastEventId), events: [], state: '', lastEventId };
}

function begin({ id, status }: WireTask, lastEventId: string): Reading {
  const state = toStateName(status.state);
  return { taskId: id, after: toSeq(lastEventId), began: state, events: [], state, lastEventId };
}

function add(reading: Reading, id: string, event: WireEvent): void {
  const status = event.statusUpdate?.status;
  const state = status && toStateName(status.state);
  const seq = toSeq(id);
  reading.events.push({ seq, text: toWireEventText(event), ...(state !== undefined && { state }) });
  reading.lastEventId = id;
  reading.state = state ?? reading.state;
}

function toSeen({ taskId, after, began, events }: Reading, isComplete: boolean) {
  return { taskId, after, events, isComplete, ...(began !== undefined && { state: began }) };
}

function toSeq(eventId: string): number {
  return Number(eventId.slice(eventId.lastIndexOf(':') + 1));
}

/** Returns true for the states that a caller waits for: an end, or a question. */
export function isRest(state: string): boolean {
  return isEnd(state) || state === 'input-required';
}
