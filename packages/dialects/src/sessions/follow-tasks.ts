import { toErrorText, type TaskLogger } from '@formwork/core';
import {
  isInterruptedState,
  isTerminalState,
  subscribe,
  type HintHub,
  type TaskEngine,
  type TaskSnapshot,
} from '@formwork/runtime';
import { SessionError } from './session-error.ts';
import type { OpenTask, SessionRecord } from './session-record.ts';
import type { SessionPlace } from './read-messages.ts';
import type { SessionChange, SessionStore } from './session-store.ts';
import { toAgentMessage, toLostMessage } from './to-agent-message.ts';

/** Tells sessions what becomes of their tasks. */
export interface TaskFollower {
  /** Resolves when the session has heard of the task's rest, or the server closes. Never rejects. */
  follow(place: SessionPlace, task: OpenTask): Promise<void>;
  /**
   * Goes on with what another process, or this one before a restart, did not come to: follows every
   * open task that is not at rest with its question told.
   */
  catchUp(place: SessionPlace, record: SessionRecord): Promise<void>;
}

/** What {@link createTaskFollower} works with. */
export interface TaskFollowerOptions {
  readonly engine: TaskEngine;
  readonly hub: HintHub;
  readonly store: SessionStore;
  readonly logger: TaskLogger;
  readonly signal: AbortSignal;
}

/**
 * Follows tasks to their next rest and writes a message of the agent then. Several processes may
 * follow one task: what the session has been told of it stands in the same change, so that it is
 * told once.
 */
export function createTaskFollower(options: TaskFollowerOptions): TaskFollower {
  const { engine, store, logger, signal } = options;
  const running = new Map<string, Promise<void>>();

  async function run(place: SessionPlace, task: OpenTask): Promise<void> {
    try {
      const rest = await waitForRest(options, place, task);
      if (rest === 'closing') return;
      await store.append(place.scope, place.id, (record) => toChange(record, task.id, rest));
    } catch (error) {
      // Nobody is told of a session that has ended or was forgotten meanwhile.
      if (error instanceof SessionError || signal.aborted) return;
      logger.error('Cannot tell a session of its task', {
        taskId: task.id,
        error: toErrorText(error),
      });
    }
  }

  async function follow(place: SessionPlace, task: OpenTask): Promise<void> {
    const key = `${task.id}:${task.seq}`;
    const known = running.get(key);
    if (known !== undefined) return known;
    const own = run(place, task).finally(() => running.delete(key));
    running.set(key, own);
    return own;
  }

  async function hasMoved({ scope }: SessionPlace, task: OpenTask): Promise<boolean> {
    if (task.question === undefined) return true;
    const snapshot = await engine.get(scope, task.id);
    return snapshot?.seq !== task.seq;
  }

  return {
    follow,
    async catchUp(place, record) {
      if (record.isEnded) return;
      for (const task of record.open) {
        if (running.has(`${task.id}:${task.seq}`) || !(await hasMoved(place, task))) continue;
        void follow(place, task);
      }
    },
  };
}

/** The task at its next rest; `undefined` when there is no such task any more. */
async function waitForRest(
  { engine, hub, signal }: TaskFollowerOptions,
  { scope }: SessionPlace,
  { id: taskId, seq }: OpenTask,
): Promise<TaskSnapshot | undefined | 'closing'> {
  const entries = subscribe(engine, { scope, taskId, hub, signal, after: seq });
  for await (const item of entries) {
    if (item.kind !== 'event' || item.entry.event.kind !== 'status') continue;
    if (!isRest(item.entry.event.state)) continue;
    const snapshot = await engine.get(scope, taskId);
    // A question may have been answered already; then the task rests again later.
    if (snapshot === undefined || isRest(snapshot.state)) return snapshot;
  }
  return signal.aborted ? 'closing' : undefined;
}

function isRest(state: TaskSnapshot['state']): boolean {
  return isTerminalState(state) || isInterruptedState(state);
}

function toChange(
  { open, failed }: SessionRecord,
  taskId: string,
  task: TaskSnapshot | undefined,
): SessionChange | undefined {
  const known = open.find(({ id }) => id === taskId);
  if (known === undefined || (task !== undefined && task.seq <= known.seq)) return undefined;
  const { messageId } = known;
  const others = open.filter(({ id }) => id !== taskId);
  if (task === undefined) {
    return { messages: [toLostMessage(taskId, messageId)], state: { open: others, failed: true } };
  }
  const message = toAgentMessage(task, messageId);
  if (isInterruptedState(task.state)) {
    const asking = { id: taskId, messageId, seq: task.seq, question: message.id };
    return { messages: [message], state: { open: [...others, asking], failed } };
  }
  const isFailed = task.state === 'failed' || task.state === 'rejected';
  return { messages: [message], state: { open: others, failed: isFailed } };
}
