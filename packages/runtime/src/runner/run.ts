import { isPublicError, toErrorText, type Agent, type TaskLogger } from '@formwork/core';
import type { Lease, TaskEngine } from '../engine/task-engine.ts';
import type { NewTaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { BlobMissingError } from '../errors/blob-missing-error.ts';
import { LeaseLostError } from '../errors/lease-lost-error.ts';
import { RunEndedError } from '../errors/run-ended-error.ts';
import { OutputInvalidError } from '../errors/output-invalid-error.ts';
import { createAgentMessage } from '../protocol/agent-message.ts';
import { LazyAbort } from './lazy-abort.ts';
import { createTaskContext } from './create-task-context.ts';
import { runHandler } from './run-handler.ts';
import { createMemos } from './memos.ts';
import { createTaskWriter } from './task-writer.ts';

/** One for all: making an error, with its stack, costs as much as a short run. */
const ENDED = new RunEndedError('ended');
const ABANDONED = new RunEndedError('abandoned');

/** One run of one task under one lease. */
export interface Run {
  readonly lease: Lease;
  /** Resolves when the run is over, however it ended; never rejects. */
  readonly done: Promise<void>;
  /** Ends the task as canceled, then tells the handler. */
  cancel(): Promise<void>;
  /** Tells the handler to stop; nothing more is written by this run. */
  abandon(): void;
}

/** What a run needs. */
export interface RunOptions {
  readonly engine: TaskEngine;
  readonly agent: Agent;
  readonly logger: TaskLogger;
  readonly lease: Lease;
  /** Attempts above this number end the task as failed. */
  readonly maxAttempts: number;
  /** Present when the run begins before its task is written. */
  readonly early?: EarlyStart | undefined;
}

/** What is known of a task that is being made. */
export interface EarlyStart {
  readonly snapshot: TaskSnapshot;
  /** Resolves once it is known whether the task was made; never rejects. */
  readonly created: Promise<boolean>;
}

/** Starts a run. */
export function createRun(options: RunOptions): Run {
  const { engine, agent, logger, lease, maxAttempts, early } = options;
  const abort = new LazyAbort();
  const writer = createTaskWriter(engine, { lease, onFailure });
  const ready = early && settle(early);

  async function settle({ created }: EarlyStart): Promise<void> {
    if (!(await created)) abort.abort(ABANDONED);
  }

  /** A run that cannot write has no say any more: whoever holds the lease next decides. */
  function onFailure(error: unknown): void {
    if (!abort.aborted && !(error instanceof LeaseLostError)) {
      const { taskId } = lease;
      logger.error('Cannot write to the task', { taskId, error: toErrorText(error) });
    }
    abort.abort(error);
  }

  async function write(events: readonly NewTaskEvent[]): Promise<void> {
    await writer.write(events).catch(() => undefined);
  }

  async function cancel(): Promise<void> {
    await write([{ kind: 'status', state: 'canceled' }]);
    abort.abort(new RunEndedError('canceled'));
  }

  /** A task that can no longer be read can only be ended, or it would be begun again for ever. */
  async function getSnapshot(): Promise<TaskSnapshot | undefined> {
    try {
      return await engine.get(lease.scope, lease.taskId);
    } catch (error) {
      if (error instanceof BlobMissingError) await write([{ kind: 'status', state: 'failed' }]);
      throw error;
    }
  }

  async function execute(): Promise<void> {
    const snapshot = early?.snapshot ?? (await getSnapshot());
    if (snapshot === undefined) return;
    if (lease.cancelRequested) return cancel();
    if (lease.attempt > maxAttempts) return write([toExhaustion(snapshot, maxAttempts)]);
    const log = withTask(logger, snapshot);
    const events = await toFinalEvents(snapshot, log);
    if (abort.aborted) return;
    await write(events);
    // What the handler left running has no say any more.
    abort.abort(ENDED);
  }

  async function toFinalEvents(
    snapshot: TaskSnapshot,
    log: TaskLogger,
  ): Promise<readonly NewTaskEvent[]> {
    const skill = agent.skills.find(({ id }) => id === snapshot.invocation.skillId);
    try {
      const memos = createMemos(snapshot);
      const context = { snapshot, lease, skill, writer, abort, log, memos, ready };
      const { task, settled } = createTaskContext(context);
      const events = await runHandler(agent, snapshot.invocation, task);
      // What the handler said without waiting comes before the end all the same.
      await settled();
      return events;
    } catch (error) {
      if (abort.aborted) return [];
      log.error('Task failed', { error: toErrorText(error) });
      return [toFailure(error, snapshot)];
    }
  }

  const done = execute().catch((error: unknown) => {
    logger.error('Cannot finish the task', { taskId: lease.taskId, error: toErrorText(error) });
  });
  return {
    lease,
    done,
    cancel,
    abandon: () => abort.abort(ABANDONED),
  };
}

/** A task that takes its process down with it must not do so for ever. */
function toExhaustion({ id, contextId }: TaskSnapshot, maxAttempts: number): NewTaskEvent {
  const text = `The agent began this task ${maxAttempts} times and never came to an end.`;
  const message = createAgentMessage(text, { contextId, taskId: id });
  return { kind: 'status', state: 'failed', message };
}

/** What the caller may know: public messages, that our answer was wrong, or only that it failed. */
function toFailure(error: unknown, { id, contextId }: TaskSnapshot): NewTaskEvent {
  const text = isPublicError(error)
    ? error.message
    : error instanceof OutputInvalidError
      ? `The agent's answer was invalid: it ${error.fault}.`
      : 'The agent failed to do this task.';
  return {
    kind: 'status',
    state: 'failed',
    message: createAgentMessage(text, { contextId, taskId: id }),
  };
}

function withTask(logger: TaskLogger, { id, invocation }: TaskSnapshot): TaskLogger {
  const own = {
    taskId: id,
    ...(invocation.skillId !== undefined && { skillId: invocation.skillId }),
  };
  return {
    info: (message, fields) => logger.info(message, { ...own, ...fields }),
    warn: (message, fields) => logger.warn(message, { ...own, ...fields }),
    error: (message, fields) => logger.error(message, { ...own, ...fields }),
  };
}
