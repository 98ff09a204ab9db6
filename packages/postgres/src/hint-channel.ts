import type { HintEmitter } from '@formwork/runtime/internal';
import { randomUUID } from 'node:crypto';
import type { Connection, OwnClient } from './connection.ts';

/** Exchanges hints about changed tasks with the engines of other processes. */
export interface HintChannel {
  /** Soon sends other processes a hint that a task has changed; the id `*` stands for any task. */
  send(taskId: string): void;
  /** Starts to receive hints from other processes. Returns the function that stops it. */
  listen(): () => void;
  close(): Promise<void>;
}

/** Options of {@link createHintChannel}. */
export interface HintChannelOptions {
  readonly connection: Connection;
  readonly hints: HintEmitter;
  /** The time for which hints are gathered before one notification sends them, in milliseconds. */
  readonly gatherMs: number;
  /**
   * How often the channel checks that notifications still arrive, in milliseconds. While none
   * arrive, it tells listeners at the same interval to read the database by themselves.
   */
  readonly pollMs: number;
}

/** The longest payload of a notification, in bytes; PostgreSQL takes fewer than 8,000. */
const MAX_BYTES = 7_500;
const RECONNECT_MS = 500;

/** The number of checks without a notification after which the channel sends itself one. */
const ASK_AFTER = 2;
/** The number of checks without a notification after which the connection counts as broken. */
const DEAF_AFTER = 3;
/** The number of checks without a notification after which the channel replaces its connection. */
const LOST_AFTER = 6;

/**
 * Makes a channel by LISTEN and NOTIFY. Notifications are hints: they are sent outside of the
 * transactions that they tell about, many in one, because each takes a lock on the whole server. A
 * channel that has received nothing for a while notifies itself. If that does not arrive, because
 * the connection is dead or goes through a pooler, the channel tells listeners every `pollMs` to
 * read the database, and now and then opens another connection.
 */
export function createHintChannel(options: HintChannelOptions): HintChannel {
  const { connection, hints, gatherMs, pollMs } = options;
  const name = connection.schema.slice(1, -1).slice(0, 63);
  const self = randomUUID().slice(0, 8);
  let gathered = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> = Promise.resolve();
  /**
   * The connection that listens for notifications. `opening` is its pending opening, and
   * `reopening` the timer of the next one.
   */
  let own: OwnClient | undefined;
  let opening: Promise<void> | undefined;
  let reopening: NodeJS.Timeout | undefined;
  let listeners = 0;
  let isClosed = false;
  /** The number of checks since the last notification arrived. */
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

  /**
   * Sends the gathered hints after `gatherMs`. Without any, it sends an empty notification, to test
   * the connection.
   */
  function gather(): void {
    timer ??= setTimeout(flush, gatherMs).unref();
  }

  function flush(): void {
    timer = undefined;
    const ids = [...gathered];
    gathered = new Set();
    const text = ids.join(' ');
    const payload = ids.includes('*') || Buffer.byteLength(text) > MAX_BYTES ? '*' : text;
    // If the notification is lost, the other processes find the change at their next poll.
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
    // Nobody reports changes from before this process listened, so any task may have changed.
    else hints.emit('*');
  }

  /** Opens a connection that listens for notifications; returns `undefined` if that fails. */
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

  /** Ends a connection that has failed, and opens another one a little later. */
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
