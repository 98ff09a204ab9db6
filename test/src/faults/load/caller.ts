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

/** Somebody who calls a server that may die at any time, and asks again until it has answered. */
export interface Caller {
  /** The answer to a request, whatever it says. */
  call(method: string, params: object): Promise<JsonRpcAnswer['body']>;
  /**
   * Reads a task's stream until it ends or asks, over as many connections as it takes. `start` is
   * the request that opens it while the task is unknown. Returns the task and its state.
   */
  follow(start: StreamStart): Promise<Followed>;
}

/** How to begin a stream. */
type StreamStart =
  | { readonly kind: 'send'; readonly message: { readonly messageId: string } }
  | { readonly kind: 'subscribe'; readonly taskId: string; readonly lastEventId?: string };

/** Where a stream ended. `refused` when there was nothing to subscribe to any more. */
interface Followed {
  readonly taskId: string;
  readonly state: string;
  readonly lastEventId: string;
}

/** A stream as far as it was read. */
interface Reading {
  readonly taskId: string;
  readonly after: number;
  readonly began?: string;
  readonly events: HistoryEvent[];
  state: string;
  lastEventId: string;
}

/** A stream that the server ended as it can store nothing more for now. */
class Interruption extends Error {}

/** How long to wait then, in milliseconds. */
const INTERRUPTION_MS = 100;

/** What a caller has to know of the server that it calls. */
export interface CalledServer extends Pick<MortalServer, 'url' | 'lives'> {
  /** True if the server may answer that it is unavailable: then the caller asks again. */
  readonly mayBeUnavailable?: boolean;
}

function isUnavailable(error: unknown): boolean {
  return JSON.stringify(error ?? '').includes('UNAVAILABLE');
}

/** Makes a caller who says that it is `user`. */
export function createCaller(server: CalledServer, user: string, recorder: Recorder): Caller {
  const headers = { 'x-user': user };

  /**
   * Tries until it works, also where the server said that it cannot go on with a stream for now;
   * what else fails without the server's death is a fault of its own.
   */
  async function retry<Value>(attempt: (url: string) => Promise<Value>): Promise<Value> {
    for (;;) {
      const life = server.lives();
      try {
        return await attempt(await server.url());
      } catch (error) {
        if (error instanceof Interruption) await sleep(INTERRUPTION_MS);
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

  async function follow(start: StreamStart): Promise<Followed> {
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
        // The task has ended, so there is nothing to subscribe to.
        if (start.kind === 'subscribe' && error?.code === -32_004) {
          return { taskId: start.taskId, state: 'refused', lastEventId: '' };
        }
        if (server.mayBeUnavailable === true && isUnavailable(error)) {
          throw new Interruption('The server has no storage for now.');
        }
        throw new Error(`The stream was refused: ${JSON.stringify(error)}`);
      }
      for await (const { id = '', data } of readEvents(response)) {
        const { result, error } = data as { result?: WireEvent; error?: { code?: number } };
        // As above, if the server had to open the stream before it could look.
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
        // The stream of the message ends here; a subscription that took its place goes on.
        if (start.kind === 'send' && reading.state === 'input-required') break;
      }
      if (reading === undefined) throw new Error('A stream must not be empty.');
      const { state } = reading;
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

/** True for the states that a caller waits for. */
export function isRest(state: string): boolean {
  return isEnd(state) || state === 'input-required';
}
