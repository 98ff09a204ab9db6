import type { HintEmitter } from '@formwork/runtime/internal';
import { randomUUID } from 'node:crypto';
import type { Connection, OwnClient } from './connection.ts';

/** Exchanges hints about changed tasks with the engines of other processes. */
export interface HintChannel {
  /** Sends other processes a hint soon that a task has changed; `*` for any task. */
  send(taskId: string): void;
  /** Starts to receive hints from other processes. Returns a function that stops it. */
  listen(): () => void;
  close(): Promise<void>;
}

/** Options of {@link createHintChannel}. */
export interface HintChannelOptions {
  readonly connection: Connection;
  readonly hints: HintEmitter;
  /** The time for which hints are gathered before they are sent together, in milliseconds. */
  readonly gatherMs: number;
  /**
   * How often the channel looks whether it still hears, in milliseconds; listeners are told to look
   * as often while it does not.
   */
  readonly pollMs: number;
}

/** The longest payload of a notification, in bytes; PostgreSQL takes fewer than 8,000. */
const MAX_BYTES = 7_500;
const RECONNECT_MS = 500;

/** After so many looks in which nothing was heard, the channel sends itself a notification. */
const ASK_AFTER = 2;
/** After so many, the channel is taken for deaf. */
const DEAF_AFTER = 3;
/** After so many, and as many again, the channel listens on another connection. */
const LOST_AFTER = 6;

/**
 * Makes a channel by LISTEN and NOTIFY. Notifications are hints: they are sent outside of the
 * transactions that they tell about, many in one, because each takes a lock on the whole server. A
 * channel that has heard nothing for a while notifies itself. If that does not arrive, because the
 * connection is dead or a pooler keeps none for us, listeners are told to look every `pollMs`, and
 * another connection is opened now and then.
 */
export function createHintChannel(options: HintChannelOptions): HintChannel {
  const { connection, hints, gatherMs, pollMs } = options;
  const name = connection.schema.slice(1, -1).slice(0, 63);
  const self = randomUUID().slice(0, 8);
  let gathered = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> = Promise.resolve();
  /** The connection that listens; its opening; the time at which one is opened again. */
  let own: OwnClient | undefined;
  let opening: Promise<void> | undefined;
  let reopening: NodeJS.Timeout | undefined;
  let listeners = 0;
  let isClosed = false;
  /** The number of looks since something was heard. */
  let silence = DEAF_AFTER;
  const poll = setInterval(look, pollMs).unref();

  function look(): void {
    if (listeners === 0) return;
    silence += 1;
    if (silence > DEAF_AFTER) hints.emit('*');
    if (own === undefined) return;
    if (silence % LOST_AFTER === 0) drop(own);
    else if (silence >= ASK_AFTER) gather();
  }

  /** Sends what is gathered in a moment, if only to hear it. */
  function gather(): void {
    timer ??= setTimeout(flush, gatherMs).unref();
  }

  function flush(): void {
    timer = undefined;
    const ids = [...gathered];
    gathered = new Set();
    const text = ids.join(' ');
    const payload = ids.includes('*') || Buffer.byteLength(text) > MAX_BYTES ? '*' : text;
    // Who misses it looks later.
    sending = notify(`${self} ${payload}`).catch(() => undefined);
  }

  async function notify(payload: string): Promise<void> {
    await connection.run({ text: 'select pg_notify($1, $2)' }, [name, payload]);
  }

  function hear(payload = ''): void {
    silence = 0;
    const [sender, ...ids] = payload.split(' ');
    if (sender === self) return;
    for (const id of ids) if (id !== '') hints.emit(id);
  }

  async function open(): Promise<void> {
    silence = DEAF_AFTER;
    own = await openOwn();
    opening = undefined;
    if (own === undefined) openLater();
    // What happened while nobody listened is told by none.
    else hints.emit('*');
  }

  /** Opens a connection that listens; `undefined` if there is none. */
  async function openOwn(): Promise<OwnClient | undefined> {
    let opened: OwnClient | undefined;
    try {
      opened = await connection.openClient();
      const { client } = opened;
      client.on('notification', ({ payload }) => hear(payload));
      client.on('end', () => opened && drop(opened));
      await client.query(`listen "${name.replaceAll('"', '""')}"`);
      await notify(`${self} `);
      return opened;
    } catch {
      await opened?.end();
      return undefined;
    }
  }

  /** Opens another connection instead of one that is over. */
  function drop(over: OwnClient): void {
    if (own !== over) return;
    own = undefined;
    silence = DEAF_AFTER;
    void over.end();
    openLater();
  }

  function openLater(): void {
    if (isClosed || listeners === 0) return;
    reopening ??= setTimeout(() => {
      reopening = undefined;
      opening ??= open();
    }, RECONNECT_MS).unref();
  }

  return {
    send(taskId) {
      if (isClosed) return;
      gathered.add(taskId);
      gather();
    },
    listen() {
      listeners += 1;
      if (own === undefined && reopening === undefined) opening ??= open();
      return () => {
        listeners -= 1;
      };
    },
    async close() {
      if (timer !== undefined) {
        clearTimeout(timer);
        flush();
      }
      isClosed = true;
      clearInterval(poll);
      clearTimeout(reopening);
      await Promise.all([sending, opening]);
      const last = own;
      own = undefined;
      await last?.end();
    },
  };
}
