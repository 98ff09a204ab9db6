import type { Message } from '@a2a-js/sdk';
import type { TaskContext, TaskLogger } from '@formwork/core';
import { deepFreeze } from '@formwork/schema/json';
import type { Lease } from '../engine/lease.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { TaskCallError } from '../errors.ts';
import { toTaskFiles } from '../messages/task-files.ts';
import { fromScope } from '../scope.ts';
import type { LazyAbort } from './lazy-abort.ts';
import { logIfUnhandled } from './unhandled-errors.ts';

/**
 * The functions of a handler's `task`. Each works without `this`, because handlers may take it out
 * of `task`.
 */
export type TaskCalls = Pick<
  TaskContext,
  'progress' | 'conclude' | 'artifact' | 'step' | 'ask' | 'authorize'
>;

/**
 * The `task` object of a run. It is a class, because an object literal with getters costs more for
 * every run.
 */
export class RunningTask implements TaskContext {
  readonly id: string;
  readonly contextId: string;
  readonly attempt: number;
  readonly user: TaskContext['user'];
  readonly log: TaskLogger;
  readonly progress: TaskContext['progress'];
  readonly conclude: TaskContext['conclude'];
  readonly artifact: TaskContext['artifact'];
  readonly step: TaskContext['step'];
  readonly ask: TaskContext['ask'];
  readonly authorize: TaskContext['authorize'];
  readonly #snapshot: TaskSnapshot;
  readonly #message: Message;
  readonly #abort: LazyAbort;

  constructor(
    {
      snapshot,
      lease,
      log,
      abort,
    }: {
      readonly snapshot: TaskSnapshot;
      readonly lease: Lease;
      readonly log: TaskLogger;
      readonly abort: LazyAbort;
    },
    message: Message,
    { progress, conclude, artifact, step, ask, authorize }: TaskCalls,
  ) {
    this.id = snapshot.id;
    this.contextId = snapshot.contextId;
    this.attempt = lease.attempt;
    this.user = fromScope(snapshot.scope);
    this.log = log;
    this.progress = progress;
    this.conclude = conclude;
    this.artifact = artifact;
    this.step = step;
    this.ask = ask;
    this.authorize = authorize;
    this.#snapshot = snapshot;
    this.#message = message;
    this.#abort = abort;
  }

  // The values are frozen when a handler reads them, because they are the engine's own objects.
  get message(): Message {
    return deepFreeze(this.#message);
  }

  get files(): TaskContext['files'] {
    return toTaskFiles(this.#message);
  }

  get history(): TaskContext['history'] {
    return deepFreeze(this.#snapshot.history);
  }

  get artifacts(): TaskContext['artifacts'] {
    return deepFreeze(this.#snapshot.artifacts);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }
}

/**
 * Replaces the functions of `task` that need a visible task by functions that throw, for handlers
 * whose callers get a message alone.
 */
export function refuseTaskCalls(calls: TaskCalls, log: TaskLogger): TaskCalls {
  // The function throws instead of rejecting, so that it also stops a handler that does not await
  // it.
  const refuse = (call: string) => (): never => {
    const error = new TaskCallError(
      `Cannot call task.${call} because textAnswer must be "task" for it: current value is "message", so callers get what the handler returns and see no task`,
    );
    logIfUnhandled(error, { log, fields: { call: `task.${call}` } });
    throw error;
  };
  return {
    ...calls,
    artifact: refuse('artifact'),
    ask: refuse('ask'),
    authorize: refuse('authorize'),
    conclude: refuse('conclude'),
  };
}
