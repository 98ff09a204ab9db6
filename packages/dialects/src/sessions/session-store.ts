import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Role, type Message as ProtocolMessage } from '@a2a-js/sdk';
import {
  LeaseLostError,
  LogFullError,
  type Created,
  type NewTask,
  type NewTaskEvent,
  type TaskEngine,
  type TaskEvent,
} from '@formwork/runtime';
import { createKeyedQueue } from './create-keyed-queue.ts';
import { SessionError } from './session-error.ts';
import {
  fromSnapshot,
  toStored,
  type SessionRecord,
  type SessionState,
  type StoredMessage,
} from './session-record.ts';

/** Something new of a session: messages, and what it is afterwards. */
export interface SessionChange {
  readonly messages: readonly StoredMessage[];
  readonly state: SessionState;
  /** Of the request that the first message came with. */
  readonly fingerprint?: string;
}

/** Options of {@link SessionStore.create}. */
interface NewSession {
  /** What the caller wants to be remembered. Default: none. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /**
   * Two creations in one scope with the same key are the same session; with other metadata the
   * second one is refused. Default: always new.
   */
  readonly key?: string;
}

/** Sessions of principals, in the engine of the tasks. */
export interface SessionStore {
  create(scope: string, session: NewSession): Promise<SessionRecord>;
  /** Throws `SessionError` when this scope has no such session. */
  get(scope: string, id: string): Promise<SessionRecord>;
  /**
   * Writes what `change` makes of the session as it is, in one step; nothing when that is
   * `undefined`. Calls it again when somebody else wrote meanwhile. Returns the session that it was
   * last called with. Throws `SessionError` when the session has ended.
   */
  append(
    scope: string,
    id: string,
    change: (record: SessionRecord) => SessionChange | undefined,
  ): Promise<SessionRecord>;
  /** Ends the session; one that has ended stays as it is. */
  end(scope: string, id: string): Promise<SessionRecord>;
  /** Entries of its log above `after`. */
  read(
    scope: string,
    id: string,
    page: { readonly after: number; readonly limit?: number },
  ): Promise<readonly TaskEvent[]>;
}

/** Of the right to write what a new session begins with, in milliseconds. */
const CLAIM = { worker: 'sessions', ttlMs: 30_000 };

const RETRY_MS = 2;

/** Where it waits for its caller, and nobody can claim it. */
const WAITING = { kind: 'status', state: 'input-required' } as const;

/** The scope of a principal's sessions: beside that of its tasks, so that A2A does not list them. */
export function toSessionScope(scope: string): string {
  return `session:${scope}`;
}

/**
 * Keeps each session as a task that waits for its caller, in a scope that A2A never looks into. So
 * it is as durable as tasks are, on every engine, and its log is the order of its messages.
 */
export function createSessionStore(engine: TaskEngine): SessionStore {
  const queue = createKeyedQueue();

  async function get(scope: string, id: string): Promise<SessionRecord> {
    const snapshot = await engine.get(toSessionScope(scope), id);
    if (snapshot !== undefined) return fromSnapshot(snapshot);
    throw new SessionError('SESSION_NOT_FOUND', `Session not found: ${id.slice(0, 256)}`);
  }

  async function write(
    scope: string,
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
      // Another process wrote in between, or has yet to write what the session begins with.
      await sleep(RETRY_MS);
    }
  }

  return {
    get,
    async create(scope, { metadata, key }) {
      const id = randomUUID();
      const own = toSessionScope(scope);
      const { taskId } = await createWaiting(engine, {
        id,
        scope: own,
        contextId: id,
        ...(key !== undefined && { idempotencyKey: key }),
        message: createOpening(id),
        metadata: metadata === undefined ? {} : { given: metadata },
        // No skill has this name: were it ever claimed, it would fail.
        invocation: {
          kind: 'structured',
          skillId: '@formwork/session',
          schema: '',
          data: null,
          acceptedOutputModes: [],
        },
      });
      const record = await get(scope, taskId);
      if (!isDeepStrictEqual(record.session.metadata, toJson(metadata))) {
        throw new SessionError(
          'IDEMPOTENCY_CONFLICT',
          'Cannot create the session as its key must be new: another session with other metadata had it.',
        );
      }
      return record;
    },
    append: (scope, id, change) =>
      queue(id, () =>
        write(scope, id, (record) => {
          if (record.isEnded) throw createEndedError(id);
          const made = change(record);
          return made && [...toMessageEvents(id, made), WAITING];
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

/** As engines give it back: without the sign of zero. */
function toJson(metadata: object | undefined): unknown {
  return metadata && JSON.parse(JSON.stringify(metadata));
}

function createFullError(id: string, cause: LogFullError): SessionError {
  return new SessionError(
    'SESSION_FULL',
    `Cannot write to session ${id} as its log must have room: current value is full. End it, and create another one.`,
    { cause },
  );
}

/**
 * Makes a task that waits from the start. Engines that let it be written to before it is there do
 * both in one write, so that no crash comes in between.
 */
async function createWaiting(engine: TaskEngine, task: NewTask): Promise<Created> {
  let written: Promise<unknown> | undefined;
  const created = await engine.create(task, {
    ...CLAIM,
    start(lease) {
      // Lost when the task turns out to be there already; then it waits, too.
      written = engine.append(lease, [WAITING]).catch((error: unknown) => {
        if (!(error instanceof LeaseLostError)) throw error;
      });
      // Looked at below, unless the creation fails: then that says why.
      written.catch(() => undefined);
    },
  });
  if (written !== undefined) await written;
  else if (created.lease !== undefined) await engine.append(created.lease, [WAITING]);
  return created;
}

/** The error for a message to a session that is over. */
export function createEndedError(id: string): SessionError {
  return new SessionError(
    'SESSION_ENDED',
    `Cannot change session ${id} as it must be active: current value is ended. Create another one.`,
  );
}

function toMessageEvents(
  sessionId: string,
  { messages, state, fingerprint }: SessionChange,
): readonly NewTaskEvent[] {
  const said = messages.map((message, index) => {
    const own = index === 0 && fingerprint !== undefined ? { fingerprint } : {};
    return { kind: 'message', message: toStored(message, { sessionId, ...own }) } as const;
  });
  return [...said, { kind: 'metadata', metadata: { state } }];
}

/** Every task begins with a message. */
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
