import { randomUUID } from 'node:crypto';
import type { Connection, OwnClient } from './connection.ts';

/** Options of {@link NotifyChannel}. */
export interface NotifyChannelOptions {
  readonly connection: Connection;
  readonly changeEmitter: { emit(taskId: string): void };
  /** The time for which notices are gathered before one notification sends them, in milliseconds. */
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
 * Exchanges notices about changed tasks with the engines of other processes. Notifications are notices:
 * they are sent outside of the transactions that they tell about, many in one, because each takes a
 * lock on the whole server. A channel that has received nothing for a while notifies itself. If
 * that does not arrive, because the connection is dead or goes through a pooler, the channel tells
 * listeners every `pollMs` to read the database, and now and then opens another connection.
 */
export class NotifyChannel {
  readonly #options: NotifyChannelOptions;
  readonly #name: string;
  readonly #self = randomUUID().slice(0, 8);
  #gathered = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<unknown> = Promise.resolve();
  /**
   * The connection that listens for notifications. `opening` is its pending opening, and
   * `reopening` the timer of the next one.
   */
  #connection: OwnClient | undefined;
  #opening: Promise<void> | undefined;
  #reopening: NodeJS.Timeout | undefined;
  #listeners = 0;
  #isClosed = false;
  /** The number of checks since the last notification arrived. */
  #silence = DEAF_AFTER;
  readonly #poll: NodeJS.Timeout;

  constructor(options: NotifyChannelOptions) {
    this.#options = options;
    const { connection, pollMs } = options;
    this.#name = connection.schema.slice(1, -1).slice(0, 63);
    this.#poll = setInterval(() => this.#look(), pollMs).unref();
  }

  /** Soon sends other processes a notice that a task has changed; the id `*` stands for any task. */
  send(taskId: string): void {
    if (this.#isClosed) return;
    this.#gathered.add(taskId);
    this.#gather();
  }

  /** Starts to receive notices from other processes. Returns the function that stops it. */
  listen(): () => void {
    this.#listeners += 1;
    if (this.#connection === undefined && this.#reopening === undefined)
      this.#opening ??= this.#open();
    return () => {
      this.#listeners -= 1;
    };
  }

  async close(): Promise<void> {
    if (this.#timer !== undefined) {
      clearTimeout(this.#timer);
      this.#flush();
    }
    this.#isClosed = true;
    clearInterval(this.#poll);
    clearTimeout(this.#reopening);
    await Promise.all([this.#sending, this.#opening]);
    const last = this.#connection;
    this.#connection = undefined;
    await last?.end();
  }

  #look(): void {
    if (this.#listeners === 0) return;
    this.#silence += 1;
    if (this.#silence > DEAF_AFTER) this.#options.changeEmitter.emit('*');
    if (this.#connection === undefined) return;
    if (this.#silence % LOST_AFTER === 0) this.#drop(this.#connection);
    else if (this.#silence >= ASK_AFTER) this.#gather();
  }

  /**
   * Sends the gathered notices after `gatherMs`. Without any, it sends an empty notification, to test
   * the connection.
   */
  #gather(): void {
    this.#timer ??= setTimeout(() => this.#flush(), this.#options.gatherMs).unref();
  }

  #flush(): void {
    this.#timer = undefined;
    const ids = [...this.#gathered];
    this.#gathered = new Set();
    const text = ids.join(' ');
    const payload = ids.includes('*') || Buffer.byteLength(text) > MAX_BYTES ? '*' : text;
    // If the notification is lost, the other processes find the change at their next poll.
    this.#sending = this.#notify(`${this.#self} ${payload}`).catch(() => undefined);
  }

  async #notify(payload: string): Promise<void> {
    await this.#options.connection.run({ text: 'select pg_notify($1, $2)' }, [this.#name, payload]);
  }

  #hear(payload = ''): void {
    this.#silence = 0;
    const [sender, ...ids] = payload.split(' ');
    if (sender === this.#self) return;
    for (const id of ids) if (id !== '') this.#options.changeEmitter.emit(id);
  }

  async #open(): Promise<void> {
    this.#silence = DEAF_AFTER;
    this.#connection = await this.#openOwn();
    this.#opening = undefined;
    if (this.#connection === undefined) this.#openLater();
    // Changes from before this process listened are not reported, so any task may have changed.
    else this.#options.changeEmitter.emit('*');
  }

  /** Opens a connection that listens for notifications; returns `undefined` if that fails. */
  async #openOwn(): Promise<OwnClient | undefined> {
    let opened: OwnClient | undefined;
    try {
      opened = await this.#options.connection.openClient();
      const { client } = opened;
      client.on('notification', ({ payload }) => this.#hear(payload));
      client.on('end', () => opened && this.#drop(opened));
      await client.query(`listen "${this.#name.replaceAll('"', '""')}"`);
      await this.#notify(`${this.#self} `);
      return opened;
    } catch {
      await opened?.end();
      return undefined;
    }
  }

  /** Ends a connection that has failed, and opens another one a little later. */
  #drop(connection: OwnClient): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    this.#silence = DEAF_AFTER;
    void connection.end();
    this.#openLater();
  }

  #openLater(): void {
    if (this.#isClosed || this.#listeners === 0) return;
    this.#reopening ??= setTimeout(() => {
      this.#reopening = undefined;
      this.#opening ??= this.#open();
    }, RECONNECT_MS).unref();
  }
}
