import { fromSchemaMode } from '@formwork/core';
import { createSendRequest } from '@formwork/core/internal';
import { isInterruptedState } from '@formwork/runtime';
import { measureBytes, type TaskQuota } from '@formwork/runtime/internal';
import { isRecord } from '@formwork/schema/json';
import type { Message, SendMessageRequest } from '@formwork/schemas/types/sessions-v1';
import type { AdapterHost, Caller } from '@formwork/server';
import { hash, randomUUID } from 'node:crypto';
import { TimeLimit } from '../time-limit.ts';
import { createPlainAnswer, TASK_METADATA_KEY } from './agent-message.ts';
import type { TaskFollower } from './follow-tasks.ts';
import { toMessageParts, toProtocolMessage } from './protocol-message.ts';
import { SessionError } from './session-error.ts';
import { findMessage } from './session-messages.ts';
import { toHead, type OpenTask, type SessionRecord, type StoredMessage } from './session-record.ts';
import {
  createEndedError,
  createKeyedQueue,
  type SessionRef,
  type SessionStore,
} from './session-store.ts';

/** Options of a request that sends a message: its key and its waiting time. */
export interface SendOptions {
  readonly caller: Caller;
  /**
   * The idempotency key: two requests with the same key are the same message. Default: the `id` of
   * the body, if any.
   */
  readonly key: string | undefined;
  /** The time to wait for the agent's answer, in milliseconds. */
  readonly waitMs: number;
}

/** Options of {@link MessageSender}. */
export interface MessageSenderOptions {
  readonly host: AdapterHost;
  readonly store: SessionStore;
  readonly follower: TaskFollower;
  /** The quota of tasks, sessions and messages of callers; absent if callers have no limits. */
  readonly quota: TaskQuota | undefined;
}

/** The maximum number of tasks of one session that have not ended. */
const MAX_OPEN_TASKS = 100;

/** The size in bytes of a session's messages from which on it takes no more of them. */
const MAX_BYTES = 16_777_216;

/** Handles `POST /sessions/{id}/messages`. */
export class MessageSender {
  readonly #options: MessageSenderOptions;
  // Handles the messages of a session one after another, so that each sees the tasks of the one
  // before.
  readonly #queue = createKeyedQueue();

  constructor(options: MessageSenderOptions) {
    this.#options = options;
  }

  /** Sends a message, and waits for the answer if it gets one. @throws SessionError */
  async send(
    session: SessionRef,
    request: SendMessageRequest,
    { caller, key = readClientId(request), waitMs }: SendOptions,
  ): Promise<{
    /** The agent's answer, or the sent message itself if the answer takes longer or never comes. */
    readonly message: Message;
    /**
     * The HTTP status of the response: 200 with the agent's answer, 202 before there is one, 201 for
     * a message that gets none.
     */
    readonly status: 200 | 201 | 202;
  }> {
    const { store } = this.#options;
    const id = key === undefined ? randomUUID() : createMessageId(session, key);
    const after = await this.#queue(session.id, () => this.#take(session, { request, id }, caller));
    if (request.role === 'user') {
      await this.#wait(session, id, waitMs);
      const answer =
        waitMs > 0
          ? await findMessage(store, { ...session, after }, (message) => isAnswer(message, id))
          : undefined;
      if (answer !== undefined) return { message: answer, status: 200 };
    }
    const message = await findMessage(store, { ...session, after }, (entry) => entry.id === id);
    if (message === undefined) throw new TypeError(`Message ${id} was written and is not there.`);
    return { message, status: request.role === 'system' ? 201 : 202 };
  }

  /**
   * Writes a message into its session, unless it is there already, and starts its task. Returns the
   * position in the session's log after which the message is.
   */
  async #take(
    session: SessionRef,
    { request, id }: Pick<NewMessage, 'request' | 'id'>,
    caller: Caller,
  ): Promise<number> {
    const { store, quota } = this.#options;
    const record = await store.get(session.scope, session.id);
    if (isRepeated(record, { request, id })) return 0;
    if (record.isEnded) throw createEndedError(session.id);
    checkOpenTasks(record);
    checkSize(record);
    const write = (): Promise<void> => this.#start(session, { record, request, id }, caller);
    // The quota counts the message in the session's log, and also the task that it may start.
    await (quota?.store(session.scope, request, write) ?? write());
    return record.seq;
  }

  /** Waits until the task of a message rests, but at most `waitMs` milliseconds. */
  async #wait(session: SessionRef, id: string, waitMs: number): Promise<void> {
    const { store, follower } = this.#options;
    const { open } = toHead(await store.get(session.scope, session.id));
    const task = open.find(({ messageId, question }) => messageId === id && !question);
    if (task !== undefined) await waitAtMost(follower.follow(session, task), waitMs);
  }

  /**
   * Starts a task with a message, or answers a task's question with it. A refused message leaves
   * nothing in the session.
   */
  async #start(
    session: SessionRef,
    { record, request, id }: NewMessage,
    caller: Caller,
  ): Promise<void> {
    const { in_reply_to, role, content, metadata, artifacts } = request;
    const asking = findQuestion(record, request);
    // A system message tells the agent how to answer, and answers no question itself.
    const question = role === 'system' ? undefined : asking;
    const fingerprint = fingerprintOf(request);
    const reply = question?.question ?? in_reply_to;
    const message: StoredMessage = {
      id,
      role,
      content,
      ...(reply !== undefined && { in_reply_to: reply }),
      ...(metadata && { metadata }),
      ...(artifacts && { artifacts }),
    };
    if (role === 'system') {
      // Checks the artifacts, for which the same rules hold in every message.
      toMessageParts(request);
      await this.#options.store.append(session.scope, session.id, ({ open, failed, messages }) =>
        isKnown(messages, id)
          ? undefined
          : { messages: [message], state: { open, failed }, fingerprint },
      );
      return;
    }
    const { host } = this.#options;
    const context = host.createContext(caller);
    const protocolMessage = await toProtocolMessage(request, {
      agent: host.agentFor(caller),
      record,
      id,
      question,
    });
    const result = await host.requestHandler.sendMessage(
      createSendRequest(protocolMessage, { returnImmediately: true }),
      context,
    );
    if ('messageId' in result) {
      const answer = createPlainAnswer(result, id);
      await this.#options.store.append(session.scope, session.id, ({ open, messages }) =>
        isKnown(messages, id)
          ? undefined
          : { messages: [message, answer], state: { open, failed: false }, fingerprint },
      );
      return;
    }
    const task: OpenTask = { id: result.id, messageId: id, seq: question?.seq ?? 0 };
    try {
      await this.#options.store.append(session.scope, session.id, ({ open, messages }) => {
        if (isKnown(messages, id)) return undefined;
        const otherTasks = open.filter((openTask) => openTask.id !== task.id);
        return {
          messages: [message],
          state: { open: [...otherTasks, task], failed: false },
          fingerprint,
        };
      });
    } catch (error) {
      // The session has ended meanwhile, so that the task's result would reach no reader.
      if (error instanceof SessionError) await cancelQuietly(host, task.id, context);
      throw error;
    }
  }
}

/**
 * True if the message is a repetition of one that the session already has.
 * @throws SessionError when another message had its id
 */
function isRepeated(
  { messages }: SessionRecord,
  { request, id }: Pick<NewMessage, 'request' | 'id'>,
): boolean {
  const stored = messages.find(({ message }) => message.id === id);
  if (stored !== undefined && stored.fingerprint !== fingerprintOf(request)) {
    throw new SessionError(
      'IDEMPOTENCY_CONFLICT',
      'Cannot take the message because another message of this session had its key.',
    );
  }
  return stored !== undefined;
}

interface NewMessage {
  readonly record: SessionRecord;
  readonly request: SendMessageRequest;
  readonly id: string;
}

/** Cancels a task that is no longer needed; one that has ended or does not exist is ignored. */
export async function cancelQuietly(
  { requestHandler, logger }: AdapterHost,
  taskId: string,
  context: ReturnType<AdapterHost['createContext']>,
): Promise<void> {
  try {
    await requestHandler.cancelTask({ tenant: '', id: taskId, metadata: undefined }, context);
  } catch (error) {
    logger.info('A task of a session that ended was not canceled', {
      taskId,
      reason: error instanceof Error ? error.message : 'unknown',
    });
  }
}

function checkOpenTasks({ open }: SessionRecord): void {
  if (open.length < MAX_OPEN_TASKS) return;
  throw new SessionError(
    'TOO_MANY_TASKS',
    `Cannot take the message because ${open.length} tasks of the session are under way or wait for an answer: at most ${MAX_OPEN_TASKS} may`,
  );
}

/** Each request reads the whole session, and each task gets all of its system messages. */
function checkSize({ id, messages }: SessionRecord): void {
  const bytes = measureBytes(messages);
  if (bytes < MAX_BYTES) return;
  throw new SessionError(
    'SESSION_FULL',
    `Cannot write to session ${id} because its messages have ${bytes} bytes: at most ${MAX_BYTES} may be kept. End it, and create another one.`,
  );
}

/** Reads the `id` that a caller gave its message, a member that the document does not define. */
function readClientId(request: SendMessageRequest): string | undefined {
  const { id } = request;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/**
 * Makes the id of a message from its idempotency key: the same key always gives the same id, and
 * another key another one.
 */
function createMessageId({ scope, id }: SessionRef, key: string): string {
  const digest = hash('sha256', JSON.stringify([scope, id, key]), 'hex');
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

function fingerprintOf(request: SendMessageRequest): string {
  return hash('sha256', JSON.stringify(request), 'base64url');
}

function isKnown(messages: SessionRecord['messages'], id: string): boolean {
  return messages.some(({ message }) => message.id === id);
}

function isAnswer({ role, in_reply_to }: Message, id: string): boolean {
  return role === 'agent' && in_reply_to === id;
}

/** Waits for a promise, but at most for the given milliseconds. Rejects if the promise does. */
async function waitAtMost(work: Promise<void>, milliseconds: number): Promise<void> {
  if (milliseconds <= 0) return;
  const limit = new TimeLimit(milliseconds);
  try {
    await Promise.race([work, limit.over]);
  } finally {
    limit.end();
  }
}

/**
 * Finds the task whose question a message answers: the one that `in_reply_to` names, else the only
 * one that asks. Structured input without `in_reply_to` always starts a new task.
 *
 * @throws SessionError when `in_reply_to` names no message of the session, or a question that is
 * not open any more
 */
function findQuestion(
  { id, open, messages }: SessionRecord,
  { in_reply_to: inReplyTo, artifacts = [] }: SendMessageRequest,
): OpenTask | undefined {
  const asking = open.filter(({ question }) => question !== undefined);
  if (inReplyTo === undefined) {
    const [first, second] = asking.filter((openTask) => openTask.others === undefined);
    if (second !== undefined) return undefined;
    return artifacts.some(({ type }) => fromSchemaMode(type) !== undefined) ? undefined : first;
  }
  const task = asking.find(({ question }) => question === inReplyTo);
  if (task !== undefined) return task;
  const message = messages.find((entry) => entry.message.id === inReplyTo)?.message;
  if (message === undefined) {
    throw new SessionError(
      'INVALID_REQUEST',
      `Cannot read the message because in_reply_to must be the id of a message of session ${id}: current value is ${JSON.stringify(inReplyTo.slice(0, 100))}`,
    );
  }
  const askingTaskId = message.role === 'agent' ? findAskingTask(message.metadata) : undefined;
  if (askingTaskId !== undefined) {
    const now = asking.find(({ id: taskId }) => taskId === askingTaskId)?.question;
    const hint = now === undefined ? '' : ` The task asks in message ${now} now.`;
    throw new SessionError(
      'QUESTION_CLOSED',
      `Cannot take the answer because its question is not open: message ${inReplyTo} was answered, or its task has ended.${hint}`,
      now === undefined ? {} : { details: { question: now } },
    );
  }
  return undefined;
}

/**
 * Returns the id of the task whose question a message of the agent asks; `undefined` if it asks
 * none.
 */
function findAskingTask(metadata: Readonly<Record<string, unknown>> | undefined): unknown {
  const task = metadata?.[TASK_METADATA_KEY];
  if (!isRecord(task) || typeof task['state'] !== 'string') return undefined;
  return isInterruptedState(task['state']) ? task['id'] : undefined;
}
