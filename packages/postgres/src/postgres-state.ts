import {
  EngineClosedError,
  type BlobStore,
  type Scope,
  type TaskQuery,
  type TaskPage,
} from '@formwork/runtime';
import { EarlyStarts, ChangeEmitter, LongTexts } from '@formwork/runtime/internal';
import { randomInt } from 'node:crypto';
import { Blobs } from './blobs.ts';
import { openConnection, waitAtMost, type Connection } from './connection.ts';
import { type PostgresEngineOptions } from './engine-options.ts';
import { EventWriter } from './event-writer.ts';
import { Leases } from './leases.ts';
import { checkRights, migrate } from './migrations.ts';
import { NotifyChannel } from './notify-channel.ts';
import { PushRows } from './push-rows.ts';
import { TaskChanges } from './task-changes.ts';
import { createTaskCreator, type TaskCreator } from './task-creator.ts';
import { TaskLists } from './task-lists.ts';
import { createTaskMaker } from './task-maker.ts';
import { TaskReader } from './task-reader.ts';
import { createTaskSearch } from './task-search.ts';
import { TaskWriter } from './task-writer.ts';

/** The time that writes under way have when the engine closes, in milliseconds. */
const DRAIN_MS = 3_000;

/**
 * The number of rows over which each sum is spread, such as the bytes of a scope, so that processes
 * do not wait for each other.
 */
const SHARDS = 64;

/** The parts of one PostgreSQL engine, which the groups of its methods share. */
export class PostgresState {
  readonly #blobStore: BlobStore | undefined;
  readonly #mustExist: boolean;
  readonly connection: Connection;
  readonly changeEmitter: ChangeEmitter = new ChangeEmitter();
  readonly channel: NotifyChannel;
  readonly blobs: Blobs;
  readonly longTexts: LongTexts;
  readonly earlyStarts: EarlyStarts = new EarlyStarts();
  readonly writer: TaskWriter;
  readonly creator: TaskCreator;
  readonly changes: TaskChanges;
  readonly leases: Leases;
  readonly lists: TaskLists;
  readonly reader: TaskReader;
  readonly search: (scope: Scope, query: TaskQuery) => Promise<TaskPage>;
  /** The number of the rows in which this process keeps its part of each sum. */
  readonly shard: number = randomInt(SHARDS);
  #ready: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: PostgresEngineOptions) {
    const { blobStore, blobsAbove = 262_144, hintDelayMs = 5, pollMs = 1_000 } = options;
    this.#blobStore = blobStore;
    const { mustExist = false } = options;
    this.#mustExist = mustExist;
    const { shard } = this;
    this.connection = openConnection(options);
    this.channel = new NotifyChannel({
      connection: this.connection,
      changeEmitter: this.changeEmitter,
      gatherMs: hintDelayMs,
      pollMs,
    });
    this.blobs = new Blobs(this.connection);
    this.longTexts = new LongTexts({ blobStore, blobsAbove, blobTable: this.blobs.blobTable });
    const events = new EventWriter(this.connection, shard);
    const pushes = new PushRows(this.connection);
    const maker = createTaskMaker(this.connection, shard);
    this.writer = new TaskWriter(this.connection, {
      maker,
      events,
      blobs: this.blobs,
      pushes,
      earlyStarts: this.earlyStarts,
    });
    this.creator = createTaskCreator(this.connection, {
      maker,
      writer: this.writer,
      longTexts: this.longTexts,
      earlyStarts: this.earlyStarts,
    });
    this.changes = new TaskChanges(this.connection, { writer: events, shard });
    this.leases = new Leases(this.connection);
    this.lists = new TaskLists(this.connection, shard);
    this.reader = new TaskReader(this.connection, this.longTexts);
    this.search = createTaskSearch({
      connection: this.connection,
      lists: this.lists,
      reader: this.reader,
    });
  }

  checkOpen(): void {
    if (this.#closing !== undefined) throw new EngineClosedError();
  }

  /** Makes the tables if they are missing, and resolves once they exist. */
  async open(): Promise<void> {
    this.checkOpen();
    this.#ready ??= this.#prepare();
    try {
      await this.#ready;
    } catch (error) {
      this.#ready = undefined;
      throw error;
    }
  }

  async #prepare(): Promise<void> {
    await migrate(this.connection, { mustExist: this.#mustExist });
    // Who only looks into tables that exist needs no right to write them.
    if (!this.#mustExist) await checkRights(this.connection);
  }

  /** Hints to all listeners of `watch`, in this process and others, that a task has changed. */
  tell(taskId: string): void {
    this.changeEmitter.emit(taskId);
    this.channel.send(taskId);
  }

  async #end(): Promise<void> {
    this.changeEmitter.close();
    this.connection.giveUp();
    await waitAtMost(DRAIN_MS, this.#drain());
    await this.connection.close();
  }

  async #drain(): Promise<void> {
    await this.#ready?.catch(() => undefined);
    await this.writer.drain();
    await this.longTexts.drain();
    await this.channel.close();
  }

  /**
   * Deletes blobs of deleted tasks in the background. Blobs that cannot be deleted are left to a
   * later call.
   */
  sweep(): void {
    if (this.#blobStore !== undefined) void this.longTexts.sweep().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closing ??= this.#end();
    await this.#closing;
  }
}
