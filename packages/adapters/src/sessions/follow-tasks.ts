import { toErrorText } from '@formwork/schema';
import type { TaskLogger } from '@formwork/core';
import {
  isInterruptedState,
  isTerminalState,
  type TaskEngine,
  type TaskSnapshot,
} from '@formwork/runtime';
import { type HintHub, readQuestion, subscribe } from '@formwork/runtime/internal';
import { createLostMessage, toAgentMessage } from './agent-message.ts';
import { SessionError } from './session-error.ts';
import type { OpenTask, SessionHead, SessionRecord } from './session-record.ts';
import type { SessionChange, SessionStore, SessionPlace } from './session-store.ts';

/** Follows tasks and writes their results and questions into their sessions. */
export interface TaskFollower {
  /**
   * Follows a task. Resolves when its next question or its end is written into the session, or the
   * server closes. Never rejects.
   */
  follow(place: SessionPlace, task: OpenTask): Promise<void>;
  /**
   * Follows the open tasks of a session that this process does not follow yet, such as after a
   * restart. Tasks whose question the session already has are left out.
   */
  catchUp(place: SessionPlace, record: SessionHead): Promise<void>;
}

/** A task that has gone on since the session has noted its question. */
interface Moved {
  /** True if the task has ended or waits again, or is gone. */
  readonly isResting: boolean;
}

/** Options of {@link createTaskFollower}: the engine of the tasks and the store of the sessions. */
export interface TaskFollowerOptions {
  readonly engine: TaskEngine;
  readonly hub: HintHub;
  readonly store: SessionStore;
  readonly logger: TaskLogger;
  readonly signal: AbortSignal;
}

/**
 * Makes the follower of tasks: it follows each task to its next question or its end, then writes a
 * message of the agent. Several processes may follow one task; the message is written once, because
 * one change both writes it and notes that it was written.
 */
export function createTaskFollower(options: TaskFollowerOptions): TaskFollower {
  const { engine, store, logger, signal } = options;
  const running = new Map<string, Promise<void>>();

  async function run(place: SessionPlace, task: OpenTask): Promise<void> {
    try {
      const rest = await waitForRest(options, place, task);
      if (rest === 'closing') return;
      await store.append(place.scope, place.id, (record) => createChange(record, task.id, rest));
    } catch (error) {
      // The session has ended or was deleted meanwhile, so nothing is written.
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

  /** Reads a task that waited for an answer; `undefined` if it still does. */
  async function findMoved({ scope }: SessionPlace, task: OpenTask): Promise<Moved | undefined> {
    if (task.question === undefined) return { isResting: false };
    const snapshot = await engine.get(scope, task.id);
    if (snapshot?.seq === task.seq) return undefined;
    return { isResting: snapshot === undefined || isRest(snapshot.state) };
  }

  return {
    follow,
    async catchUp(place, record) {
      if (record.isEnded) return;
      for (const task of record.open) {
        if (running.has(`${task.id}:${task.seq}`)) continue;
        const moved = await findMoved(place, task);
        if (moved === undefined) continue;
        const followed = follow(place, task);
        // What other people's answer has led to is there at once for whoever reads the session.
        if (moved.isResting) await followed;
      }
    },
  };
}

/**
 * Resolves with the task once it ends or asks a question; `undefined` if the task no longer exists.
 */
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
    // The question may have been answered already; then the task goes on to its next question or
    // end.
    if (snapshot === undefined || isRest(snapshot.state)) return snapshot;
  }
  return signal.aborted ? 'closing' : undefined;
}

function isRest(state: TaskSnapshot['state']): boolean {
  return isTerminalState(state) || isInterruptedState(state);
}

function createChange(
  { open, failed }: SessionRecord,
  taskId: string,
  task: TaskSnapshot | undefined,
): SessionChange | undefined {
  const known = open.find(({ id }) => id === taskId);
  if (known === undefined || (task !== undefined && task.seq <= known.seq)) return undefined;
  const { messageId } = known;
  const others = open.filter(({ id }) => id !== taskId);
  if (task === undefined) {
    return {
      messages: [createLostMessage(taskId, messageId)],
      state: { open: others, failed: true },
    };
  }
  const message = toAgentMessage(task, messageId);
  if (isInterruptedState(task.state)) {
    const given = findGivenQuestion(task);
    const { seq } = task;
    if (given !== undefined && given === known.others) {
      // Somebody has taken the question, or been reminded of it: nothing new is asked.
      return { messages: [], state: { open: [...others, { ...known, seq }], failed } };
    }
    const asking = {
      id: taskId,
      messageId,
      seq,
      question: message.id,
      ...(given !== undefined && { others: given }),
    };
    return { messages: [message], state: { open: [...others, asking], failed } };
  }
  const isFailed = task.state === 'failed' || task.state === 'rejected';
  return { messages: [message], state: { open: others, failed: isFailed } };
}

/** Returns the number of a task's question if other people than the caller have to answer it. */
function findGivenQuestion({ statusMessage }: TaskSnapshot): number | undefined {
  const question = readQuestion(statusMessage);
  return question?.assignment === undefined ? undefined : question.question;
}
