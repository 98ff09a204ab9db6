import {
  toErrorText,
  type AnySkill,
  type FormQuestion,
  type SchemaLike,
  type TaskContext,
  type TaskLogger,
} from '@formwork/core';
import type { Lease } from '../engine/task-engine.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { fromScope } from '../protocol/scope.ts';
import { createAsker } from './create-asker.ts';
import { createStepper } from './create-stepper.ts';
import { deepFreeze } from './deep-freeze.ts';
import type { LazyAbort } from './lazy-abort.ts';
import type { Memos } from './memos.ts';
import type { TaskWriter } from './task-writer.ts';
import { toArtifactEvent } from './to-artifact-event.ts';
import { toProgressEvent } from './to-progress-event.ts';

/** What {@link createTaskContext} needs of the run. */
export interface TaskContextOptions {
  readonly snapshot: TaskSnapshot;
  readonly lease: Lease;
  /** Absent when the agent's own text handler runs. */
  readonly skill: AnySkill | undefined;
  readonly writer: TaskWriter;
  readonly abort: LazyAbort;
  readonly memos: Memos;
  /** Resolves once it is known whether the task was written; absent when it was before. */
  readonly ready?: Promise<void> | undefined;
  readonly log: TaskLogger;
}

/** What a handler gets as `task`, and a way to wait for what it left unawaited. */
export interface OpenTaskContext {
  readonly task: TaskContext;
  /** Resolves when every call the handler made has been written or has failed. */
  readonly settled: () => Promise<void>;
}

/** Makes what a handler gets as `task`. */
export function createTaskContext(options: TaskContextOptions): OpenTaskContext {
  const { snapshot, lease, skill, writer, abort, log, memos, ready } = options;
  const [message] = snapshot.history;
  if (message === undefined) throw new TypeError(`Task ${snapshot.id} has no first message`);
  const open = new Set<Promise<void>>();

  async function write(toEvent: () => NewTaskEvent | Promise<NewTaskEvent>): Promise<void> {
    checkOpen();
    await writer.write([await toEvent()]);
  }

  /** Handlers may leave the promise alone, so its failure must neither be lost nor end the process. */
  function track(call: string, work: Promise<void>): Promise<void> {
    const done = work
      .catch((error: unknown) => {
        if (!abort.aborted) log.error(`${call} failed`, { error: toErrorText(error) });
      })
      .finally(() => open.delete(done));
    open.add(done);
    return work;
  }

  /** Like {@link track} for calls that themselves wait for what is open. */
  function watch<Result>(call: string, work: Promise<Result>): Promise<Result> {
    work.catch((error: unknown) => {
      if (!abort.aborted) log.warn(`${call} failed`, { error: toErrorText(error) });
    });
    return work;
  }

  async function writeEvent(event: NewTaskEvent): Promise<void> {
    // What was said before without waiting comes before.
    await settled();
    await write(() => event);
  }

  async function settled(): Promise<void> {
    while (open.size > 0) await Promise.all(open);
  }

  /** Before anything is done: what an ended run still does, nobody would know of. */
  function checkOpen(): void {
    if (abort.aborted) abort.signal.throwIfAborted();
  }

  const step = createStepper({ memos, ready, checkOpen, write: writeEvent });
  const ask = createAsker({
    snapshot,
    memos,
    checkOpen,
    write: writeEvent,
    suspend: (end) => abort.abort(end),
  });
  const task: TaskContext = {
    id: snapshot.id,
    contextId: snapshot.contextId,
    attempt: lease.attempt,
    user: fromScope(snapshot.scope),
    log,
    // Frozen when looked at: they are what the engine keeps.
    get message() {
      return deepFreeze(message);
    },
    get artifacts() {
      return deepFreeze(snapshot.artifacts);
    },
    get signal() {
      return abort.signal;
    },
    progress: (text, fraction) =>
      track(
        'task.progress',
        write(() => toProgressEvent(snapshot, { text, fraction })),
      ),
    artifact: (update) =>
      track(
        'task.artifact',
        write(() => toArtifactEvent(update, skill)),
      ),
    step: (key, run) => watch('task.step', step(key, run)),
    // The overloads of the interface say what the answer is; the schema makes it so.
    ask: ((prompt: string, form?: FormQuestion<SchemaLike>) =>
      watch('task.ask', ask(prompt, form))) as TaskContext['ask'],
  };
  return { task, settled };
}
