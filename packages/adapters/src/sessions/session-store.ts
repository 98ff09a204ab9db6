import { Role, type Message as ProtocolMessage } from '@a2a-js/sdk';
import type { Scope } from '@formwork/runtime';
import {
  isTerminalState,
  LeaseLostError,
  LogFullError,
  type CreateResult,
  type NewTask,
  type NewTaskEvent,
  type TaskEngine,
  type TaskEvent,
  type TaskStateName,
} from '@formwork/runtime';
import { createIdempotencyKey, TASK_STATES, toSessionScope } from '@formwork/runtime/internal';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { SessionError } from './session-error.ts';
import {
  fromSnapshot,
  toStoredSession,
  type SessionRecord,
  type SessionState,
  type StoredMessage,
} from './session-record.ts';

/** The states of tasks that have not ended. */
export const OPEN_STATES: readonly TaskStateName[] = TASK_STATES.filter(
  (state) => !isTerminalState(state),
);

/** A change of a session: new messages, and the state after them. */
export interface SessionChange {
  readonly messages: readonly StoredMessage[];
  readonly state: SessionState;
  /** The fingerprint of the request that the first new message came with. */
  readonly fingerprint?: string;
}

/** The address of a session in the store: the scope of its principal, and its id. */
export interface SessionRef {
  readonly scope: Scope;
  readonly id: string;
}

/** The sessions of principals, kept in the engine of the tasks. */
export interface SessionStore {
  create(
    scope: Scope,
    session: {
      /** The caller's metadata of the session. Default: none. */
      readonly metadata?: Readonly<Record<string, unknown>>;
      /**
       * The idempotency key: creating a session twice in one scope with the same key returns the same
       * one; with other metadata it is refused. Default: always a new session.
       */
      readonly key?: string;
    },
  ): Promise<SessionRecord>;
  /**
   * Reads a session.
   * @throws SessionError when this scope has no such session
   */
  get(scope: Scope, id: string): Promise<SessionRecord>;
  /**
   * Writes a change to a session in one step. `change` makes it from the current session, and is
   * called again if another writer came first; if it returns `undefined`, nothing is written.
   * Resolves with the session that `change` was last called with.
   *
   * @throws SessionError when the session has ended
   */
  append(
    scope: Scope,
    id: string,
    change: (record: SessionRecord) => SessionChange | undefined,
  ): Promise<SessionRecord>;
  /** Ends the session; a session that has already ended stays the same. */
  end(scope: Scope, id: string): Promise<SessionRecord>;
  /** Reads entries of a session's log after the position `after`. */
  read(
    scope: Scope,
    id: string,
    page: { readonly after: number; readonly limit?: number },
  ): Promise<readonly TaskEvent[]>;
}

/**
 * The claim that keeps other workers away from a new session's task until its first event is
 * written; `ttlMs` is in milliseconds.
 */
const CLAIM = { worker: 'sessions', ttlMs: 30_000 };

const RETRY_MS = 2;

/** The event after which a session waits for its caller, so that no runner can claim it. */
const WAITING = { kind: 'status', state: 'input-required' } as const;

/**
 * Makes the store of sessions: each session is a task that waits for its caller, in a scope that
 * A2A never reads. A session is thus as durable as tasks on any engine, and its log is the order of
 * its messages.
 */
export function createSessionStore(engine: TaskEngine): SessionStore {
  const queue = createKeyedQueue();

  async function get(scope: Scope, id: string): Promise<SessionRecord> {
    const snapshot = await engine.get(toSessionScope(scope), id);
    if (snapshot !== undefined) return fromSnapshot(snapshot);
    throw new SessionError('SESSION_NOT_FOUND', `Session not found: ${id.slice(0, 256)}`);
  }

  async function write(
    scope: Scope,
    id: string,
    toEvents: (record: SessionRecord) => readonly NewTaskEvent[] | undefined,
  ): Promise<SessionRecord> {
    for (;;) {
      const record = await get(scope, id);
      const events = toEvents(record);
      if (events === undefined) return record;
      const reply = { expectedSeq: record.seq, events };
      const outcome = await engine
        .reply(toSessionScope(scope), id, { reply })
        .catch((error: unknown) => {
          throw error instanceof LogFullError ? createFullError(id, error) : error;
        });
      if (outcome.kind === 'accepted') return record;
      // Another process has written first, or has not written the session's first event yet.
      await sleep(RETRY_MS);
    }
  }

  return {
    get,
    async create(scope, { metadata, key }) {
      const id = randomUUID();
      const sessionScope = toSessionScope(scope);
      // The key contains the caller's scope, so that no guess finds the session of another caller.
      const idempotencyKey =
        key === undefined ? undefined : createIdempotencyKey({ scope, id: key });
      const { taskId } = await createWaiting(engine, {
        id,
        scope: sessionScope,
        contextId: id,
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        message: createOpening(id),
        metadata: metadata === undefined ? {} : { given: metadata },
        // No skill has this name, so that the task would fail if a runner ever claimed it.
        invocation: {
          kind: 'structured',
          skillId: '@formwork/session',
          schema: '',
          data: null,
          acceptedOutputModes: [],
        },
      });
      const record = await get(scope, taskId);
      if (!isDeepStrictEqual(record.session.metadata, asStored(metadata))) {
        throw new SessionError(
          'IDEMPOTENCY_CONFLICT',
          'Cannot create the session because another one, with other metadata, had its key.',
        );
      }
      return record;
    },
    append: (scope, id, change) =>
      queue(id, () =>
        write(scope, id, (record) => {
          if (record.isEnded) throw createEndedError(id);
          const sessionChange = change(record);
          return sessionChange && [...createMessageEvents(id, sessionChange), WAITING];
        }),
      ),
    async end(scope, id) {
      await queue(id, () =>
        write(scope, id, ({ isEnded }) =>
          isEnded ? undefined : [{ kind: 'status', state: 'completed' }],
        ),
      );
      return get(scope, id);
    },
    read: (scope, id, page) => engine.read(toSessionScope(scope), id, page),
  };
}

/**
 * Returns the metadata of a session as engines do after storing it as JSON, without negative zeros.
 */
function asStored(metadata: object | undefined): unknown {
  return metadata && JSON.parse(JSON.stringify(metadata));
}

function createFullError(id: string, cause: LogFullError): SessionError {
  return new SessionError(
    'SESSION_FULL',
    `Cannot write to session ${id} because its log is full. End it, and create another one.`,
    { cause },
  );
}

/**
 * Creates the task of a session, which waits from the start. An engine that can write to a new task
 * does both in one write, so that no crash comes between.
 */
async function createWaiting(engine: TaskEngine, task: NewTask): Promise<CreateResult> {
  const writes: Promise<unknown>[] = [];
  const created = await engine.create(task, {
    ...CLAIM,
    start(lease) {
      // The lease is lost if the task existed already, which then waits as well.
      const write = engine.append(lease, [WAITING]).catch((error: unknown) => {
        if (!(error instanceof LeaseLostError)) throw error;
      });
      // A failure is thrown below, unless creating the task fails with an error of its own.
      write.catch(() => undefined);
      writes.push(write);
    },
  });
  if (writes.length > 0) await Promise.all(writes);
  else if (created.lease !== undefined) await engine.append(created.lease, [WAITING]);
  return created;
}

/** Makes the error for a message to a session that has ended. */
export function createEndedError(id: string): SessionError {
  return new SessionError(
    'SESSION_ENDED',
    `Cannot change session ${id} because it has ended. Create another one.`,
  );
}

function createMessageEvents(
  sessionId: string,
  { messages, state, fingerprint }: SessionChange,
): readonly NewTaskEvent[] {
  const messageEvents = messages.map((message, index) => {
    const fingerprintField = index === 0 && fingerprint !== undefined ? { fingerprint } : {};
    return {
      kind: 'message',
      message: toStoredSession(message, { sessionId, ...fingerprintField }),
    } as const;
  });
  return [...messageEvents, { kind: 'metadata', metadata: { state } }];
}

/**
 * Makes the first message of a session's task, which no caller has sent, because every task needs
 * one.
 */
function createOpening(id: string): ProtocolMessage {
  return {
    messageId: id,
    contextId: id,
    taskId: id,
    role: Role.ROLE_USER,
    parts: [],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}

/**
 * A queue that runs the jobs of one key one after another, and those of different keys in parallel.
 */
export type KeyedQueue = <Result>(key: string, job: () => Promise<Result>) => Promise<Result>;

/** Makes a queue of jobs by key; keys without jobs are forgotten. */
export function createKeyedQueue(): KeyedQueue {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, job) => {
    const before = tails.get(key);
    const run = before === undefined ? job() : before.then(job, job);
    tails.set(key, run);
    try {
      return await run;
    } finally {
      if (tails.get(key) === run) tails.delete(key);
    }
  };
}
