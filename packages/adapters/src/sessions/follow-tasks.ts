import type { TaskLogger } from '@formwork/core';
import { isInterruptedState, type TaskEngine, type TaskSnapshot } from '@formwork/runtime';
import { type TaskWatcher, readQuestion, subscribe, isRestState } from '@formwork/runtime/internal';
import { toErrorText } from '@formwork/schema';
import { createLostMessage, toAgentMessage } from './agent-message.ts';
import { SessionError } from './session-error.ts';
import type { OpenTask, SessionHead, SessionRecord } from './session-record.ts';
import type { SessionChange, SessionStore, SessionRef } from './session-store.ts';

/** Follows tasks and writes their results and questions into their sessions. */
export interface TaskFollower {
  /**
   * Follows a task. Resolves when its next question or its end is written into the session, or the
   * server closes. Never rejects.
   */
  follow(session: SessionRef, task: OpenTask): Promise<void>;
  /**
   * Follows the open tasks of a session that this process does not follow yet, such as after a
   * restart. Tasks whose question the session already has are left out.
   */
  catchUp(session: SessionRef, record: SessionHead): Promise<void>;
}

/** Options of {@link createTaskFollower}: the engine of the tasks and the store of the sessions. */
export interface TaskFollowerOptions {
  readonly engine: TaskEngine;
  readonly watcher: TaskWatcher;
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

  async function run(session: SessionRef, task: OpenTask): Promise<void> {
    try {
      const outcome = await waitForRest(options, session, task);
      if (outcome === 'closing') return;
      await store.append(session.scope, session.id, (record) =>
        createChange(record, task.id, outcome),
      );
    } catch (error) {
      // The session has ended or was deleted meanwhile, so nothing is written.
      if (error instanceof SessionError || signal.aborted) return;
      logger.error('Cannot tell a session of its task', {
        taskId: task.id,
        error: toErrorText(error),
      });
    }
  }

  async function follow(session: SessionRef, task: OpenTask): Promise<void> {
    const key = `${task.id}:${task.seq}`;
    const currentRun = running.get(key);
    if (currentRun !== undefined) return currentRun;
    const newRun = run(session, task).finally(() => running.delete(key));
    running.set(key, newRun);
    return newRun;
  }

  /** Reads a task that waited for an answer; `undefined` if it still does. */
  async function readContinuedTask(
    { scope }: SessionRef,
    task: OpenTask,
  ): Promise<
    | {
        /** True if the task has ended or waits again, or is gone. */
        readonly isResting: boolean;
      }
    | undefined
  > {
    if (task.question === undefined) return { isResting: false };
    const snapshot = await engine.get(scope, task.id);
    if (snapshot?.seq === task.seq) return undefined;
    return { isResting: snapshot === undefined || isRestState(snapshot.state) };
  }

  return {
    follow,
    async catchUp(session, record) {
      if (record.isEnded) return;
      for (const task of record.open) {
        if (running.has(`${task.id}:${task.seq}`)) continue;
        const moved = await readContinuedTask(session, task);
        if (moved === undefined) continue;
        const followed = follow(session, task);
        // What other people's answer has led to is there at once for readers of the session.
        if (moved.isResting) await followed;
      }
    },
  };
}

/**
 * Resolves with the task once it ends or asks a question; `undefined` if the task no longer exists.
 */
async function waitForRest(
  { engine, watcher, signal }: TaskFollowerOptions,
  { scope }: SessionRef,
  { id: taskId, seq }: OpenTask,
): Promise<TaskSnapshot | undefined | 'closing'> {
  const entries = subscribe(engine, { scope, taskId, watcher, signal, after: seq });
  for await (const item of entries) {
    if (item.kind !== 'event' || item.entry.event.kind !== 'status') continue;
    if (!isRestState(item.entry.event.state)) continue;
    const snapshot = await engine.get(scope, taskId);
    // The question may have been answered already; then the task goes on to its next question or
    // end.
    if (snapshot === undefined || isRestState(snapshot.state)) return snapshot;
  }
  return signal.aborted ? 'closing' : undefined;
}

function createChange(
  { open, failed }: SessionRecord,
  taskId: string,
  task: TaskSnapshot | undefined,
): SessionChange | undefined {
  const openTask = open.find(({ id }) => id === taskId);
  if (openTask === undefined || (task !== undefined && task.seq <= openTask.seq)) return undefined;
  const { messageId } = openTask;
  const otherTasks = open.filter(({ id }) => id !== taskId);
  if (task === undefined) {
    return {
      messages: [createLostMessage(taskId, messageId)],
      state: { open: otherTasks, failed: true },
    };
  }
  const message = toAgentMessage(task, messageId);
  if (isInterruptedState(task.state)) {
    const questionNumber = findGivenQuestion(task);
    const { seq } = task;
    if (questionNumber !== undefined && questionNumber === openTask.others) {
      // A person has taken the question, or been reminded of it: nothing new is asked.
      return { messages: [], state: { open: [...otherTasks, { ...openTask, seq }], failed } };
    }
    const asking = {
      id: taskId,
      messageId,
      seq,
      question: message.id,
      ...(questionNumber !== undefined && { others: questionNumber }),
    };
    return { messages: [message], state: { open: [...otherTasks, asking], failed } };
  }
  const isFailed = task.state === 'failed' || task.state === 'rejected';
  return { messages: [message], state: { open: otherTasks, failed: isFailed } };
}

/** Returns the number of a task's question if other people than the caller have to answer it. */
function findGivenQuestion({ statusMessage }: TaskSnapshot): number | undefined {
  const question = readQuestion(statusMessage);
  return question?.assignment === undefined ? undefined : question.question;
}
