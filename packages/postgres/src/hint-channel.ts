import type { HintEmitter } from '@formwork/runtime/internal';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Connection } from './connection.ts';

/** Tells the engines of other processes which tasks have changed, and hears it from them. */
export interface HintChannel {
  /** Tells the others soon that a task has changed; `*` for any. */
  send(taskId: string): void;
  /** Hears the others from now on. Returns a function that ends it. */
  listen(): () => void;
  close(): Promise<void>;
}

/** Options of {@link createHintChannel}. */
export interface HintChannelOptions {
  readonly connection: Connection;
  readonly hints: HintEmitter;
  /** How long hints are gathered before they are sent together, in milliseconds. */
  readonly gatherMs: number;
  /** How often listeners look by themselves while no hints come, in milliseconds. */
  readonly pollMs: number;
}

/** The longest payload of a notification, in bytes; PostgreSQL takes fewer than 8,000. */
const MAX_BYTES = 7_500;
const RECONNECT_MS = 500;

/**
 * Makes a channel by LISTEN and NOTIFY. Notifications are hints: they are sent outside of the
 * transactions that they tell about, many in one, because each takes a lock on the whole server. Where
 * none arrive, behind a pooler that keeps no connection for us, listeners are told to look every
 * `pollMs`.
 */
export function createHintChannel(options: HintChannelOptions): HintChannel {
  const { connection, hints, gatherMs, pollMs } = options;
  const name = connection.schema.slice(1, -1).slice(0, 63);
  const self = randomUUID().slice(0, 8);
  let gathered = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<unknown> = Promise.resolve();
  let client: Promise<pg.Client | undefined> | undefined;
  let listeners = 0;
  let isClosed = false;
  /** True while the channel has heard itself on the connection that it has. */
  let hears = false;
  const poll = setInterval(() => {
    if (listeners > 0 && !hears) hints.emit('*');
  }, pollMs).unref();

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
    const [sender, ...ids] = payload.split(' ');
    if (sender === self) hears = true;
    else for (const id of ids) hints.emit(id);
  }

  async function open(): Promise<pg.Client | undefined> {
    try {
      const opened = await connection.openClient();
      opened.on('notification', ({ payload }) => hear(payload));
      opened.on('end', () => reopen());
      await opened.query(`listen "${name.replaceAll('"', '""')}"`);
      await notify(`${self} `);
      // What happened while nobody listened is told by none.
      hints.emit('*');
      return opened;
    } catch {
      reopen();
      return undefined;
    }
  }

  function reopen(): void {
    hears = false;
    if (isClosed || listeners === 0) return;
    setTimeout(() => {
      if (!isClosed && listeners > 0) client = open();
    }, RECONNECT_MS).unref();
  }

  async function closeClient(): Promise<void> {
    const opened = client;
    client = undefined;
    await (await opened)?.end().catch(() => undefined);
  }

  return {
    send(taskId) {
      if (isClosed) return;
      gathered.add(taskId);
      timer ??= setTimeout(flush, gatherMs).unref();
    },
    listen() {
      listeners += 1;
      client ??= open();
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
      await sending;
      await closeClient();
    },
  };
}
