/** The outcome of one write of a batch: its value, or its error. */
export type Outcome =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

/** One write of a batch, and the id of its task. */
export interface BatchedWrite<Write> {
  readonly taskId: string;
  readonly write: Write;
}

/** Options of {@link WriteQueue}. */
export interface WriteQueueOptions<Write> {
  /**
   * Makes a batch of writes, each of another task, and returns their outcomes in the same order.
   */
  readonly make: (batch: readonly BatchedWrite<Write>[]) => Promise<readonly Outcome[]>;
  /** Returns the kind of a write as a text; only writes of the same kind share a batch. */
  readonly kindOf: (write: Write) => string;
  /**
   * Returns the largest number of batches of a kind of writes that may be under way at the same
   * time.
   */
  readonly concurrencyOf: (kind: string) => number;
  /** Returns the size of a write, in characters of its texts. Default 0. */
  readonly sizeOf?: (write: Write) => number;
}

/** The largest number of writes in a batch, so that the writes behind it do not wait long. */
const MAX_BATCH = 128;

/**
 * The size of a batch from which it takes no further write, in characters. A large batch takes
 * longer than a statement may, and then none of its writes counts.
 */
const FULL_SIZE = 4_194_304;

interface Member<Write> extends BatchedWrite<Write> {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A queue of writes to tasks, which makes many waiting writes with one statement. All writes of one
 * turn of the event loop share a batch, which starts at the end of the turn; while the limit of
 * batches is reached, writes gather. So a single write waits for no other, and many writes need few
 * statements.
 */
export class WriteQueue<Write> {
  readonly #options: WriteQueueOptions<Write>;
  readonly #sizeOf: (write: Write) => number;
  /** The waiting writes, in the order in which they were added, by the id of their task. */
  readonly #waiting = new Map<string, Member<Write>[]>();
  readonly #busy = new Set<string>();
  readonly #running = new Map<string, number>();
  #isScheduled = false;
  #onIdle: (() => void)[] = [];

  constructor(options: WriteQueueOptions<Write>) {
    this.#options = options;
    const { sizeOf = () => 0 } = options;
    this.#sizeOf = sizeOf;
  }

  /**
   * Adds a write of a task. Writes of one task are made in the order of the calls, each after the
   * previous one has its outcome. Resolves, or rejects, with the outcome of this write.
   */
  add<Value>(taskId: string, write: Write): Promise<Value> {
    return new Promise<Value>((resolve, reject) => {
      const members = this.#waiting.get(taskId) ?? [];
      members.push({ taskId, write, resolve: resolve as (value: unknown) => void, reject });
      this.#waiting.set(taskId, members);
      this.#schedule();
    });
  }

  /** Resolves when no write is waiting or under way. */
  drain(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = [...this.#onIdle, resolve];
      this.#schedule();
    });
  }

  /**
   * Takes the next batch from the queue: the first write of each task that has no write under way,
   * all of one kind that may start another batch.
   */
  #take(): readonly Member<Write>[] {
    const batch: Member<Write>[] = [];
    let kind: string | undefined;
    let size = 0;
    for (const [taskId, members] of this.#waiting) {
      const [first] = members;
      if (first === undefined || this.#busy.has(taskId)) continue;
      const firstKind = this.#options.kindOf(first.write);
      if (
        kind === undefined
          ? (this.#running.get(firstKind) ?? 0) >= this.#options.concurrencyOf(firstKind)
          : firstKind !== kind
      )
        continue;
      kind = firstKind;
      batch.push(first);
      size += this.#sizeOf(first.write);
      if (batch.length === MAX_BATCH || size >= FULL_SIZE) break;
    }
    for (const { taskId } of batch) {
      const members = this.#waiting.get(taskId) ?? [];
      members.shift();
      if (members.length === 0) this.#waiting.delete(taskId);
      this.#busy.add(taskId);
    }
    return batch;
  }

  /** Makes a batch of writes of one kind, settles their promises, and starts the next batch. */
  async #makeBatch(kind: string, batch: readonly Member<Write>[]): Promise<void> {
    this.#running.set(kind, (this.#running.get(kind) ?? 0) + 1);
    let outcomes: readonly Outcome[];
    try {
      outcomes = await this.#options.make(batch);
    } catch (error) {
      outcomes = batch.map(() => ({ kind: 'failed', error }));
    }
    for (const [index, member] of batch.entries()) {
      const outcome = outcomes[index];
      this.#busy.delete(member.taskId);
      if (outcome?.kind === 'done') member.resolve(outcome.value);
      else member.reject(outcome?.error);
    }
    this.#running.set(kind, (this.#running.get(kind) ?? 1) - 1);
    this.#schedule();
  }

  #start(): void {
    this.#isScheduled = false;
    for (let batch = this.#take(); batch.length > 0; batch = this.#take()) {
      const kind = batch[0] === undefined ? '' : this.#options.kindOf(batch[0].write);
      void this.#makeBatch(kind, batch);
    }
    if (this.#busy.size === 0 && this.#waiting.size === 0) {
      for (const done of this.#onIdle.splice(0)) done();
    }
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#start());
  }
}
