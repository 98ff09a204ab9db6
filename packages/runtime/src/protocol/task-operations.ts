import type {
  CancelTaskRequest,
  GetTaskRequest,
  ListTasksRequest,
  ListTasksResponse,
  StreamResponse,
  SubscribeToTaskRequest,
  Task,
} from '@a2a-js/sdk';
import {
  RequestMalformedError,
  TaskNotCancelableError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import { toErrorText } from '@formwork/schema';
import { bindMethods } from '../bound-methods.ts';
import { isTerminalState, type TaskStateName, toProtocolState } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import {
  EngineStorageError,
  InvalidPageTokenError,
  TaskDamagedError,
  UnavailableError,
} from '../errors.ts';
import { createAgentMessage } from '../messages/agent-message.ts';
import { toProtocolTask, findReader } from '../messages/protocol-task.ts';
import type { Scope } from '../scope.ts';
import { ANONYMOUS_SCOPE, toScope } from '../scope.ts';
import { createStoppableStream } from './closing.ts';
import { findResumePoint } from './event-id.ts';
import { readCurrentGeneration, noteGeneration } from './generation.ts';
import type { OperationOptions } from './request-handler-options.ts';
import { resumeTask, streamTask } from './stream-task.ts';
import { createTaskNotFound } from './task-progress.ts';
import { checkTaskId, checkHistoryLength, toTaskQuery } from './task-query.ts';
import { waitForChange, waitForTask, waitForTaskWithin } from './wait-for-task.ts';

/** Makes GetTask, ListTasks, CancelTask and SubscribeToTask (A2A 1.0 sections 3.1.3 to 3.1.6). */
export function createTaskOperations(
  options: OperationOptions,
): Pick<A2ARequestHandler, 'getTask' | 'listTasks' | 'cancelTask' | 'resubscribe'> {
  return bindMethods(new TaskOperations(options));
}

/** The operations that concern a task which exists. */
class TaskOperations implements Pick<
  A2ARequestHandler,
  'getTask' | 'listTasks' | 'cancelTask' | 'resubscribe'
> {
  readonly #options: OperationOptions;
  readonly #openTasks: boolean;
  readonly #cancelDeadlineMs: number;

  constructor(options: OperationOptions) {
    this.#options = options;
    const { openTasks = false } = options;
    this.#openTasks = openTasks;
    this.#cancelDeadlineMs = checkCancelDeadline(options.cancelDeadlineMs);
  }

  /**
   * Cancels a task. It does not read the task first, so that a damaged task can be canceled, too.
   */
  async cancelTask(request: CancelTaskRequest, context: ServerCallContext): Promise<Task> {
    const taskId = checkTaskId(request.id, 'id');
    const scope = toScope(context.user);
    const outcome = await this.#options.engine.cancel(scope, taskId);
    if (outcome.kind === 'not-found') throw createTaskNotFound(taskId);
    // A repeated cancellation, such as one whose answer was lost, has the answer of the first.
    if (outcome.kind === 'terminal') checkCanceled(taskId, outcome.state);
    try {
      if (outcome.kind === 'requested') await this.#endLeased(scope, taskId);
      const snapshot = await waitForTask({
        engine: this.#options.engine,
        watcher: this.#options.watcher,
        scope,
        taskId,
        run: undefined,
        closing: this.#options.closing,
      });
      // The handler may have finished before the request reached it: exactly one of the two counts.
      checkCanceled(taskId, snapshot.state);
      const servedTask = noteGeneration(snapshot, {
        generation: this.#options.generation,
        context,
      });
      return toProtocolTask(servedTask, findReader(context, this.#options));
    } catch (error) {
      if (error instanceof TaskDamagedError) return this.#endUnread(scope, taskId);
      if (!(error instanceof EngineStorageError)) throw error;
      this.#options.logger.error('Cannot end a canceled task', {
        taskId,
        error: toErrorText(error),
      });
      throw new UnavailableError({
        cause: error,
        message: `Cannot tell whether task ${taskId} is canceled because the storage of tasks is out of order. The cancellation is stored and counts once the storage is in order; ask for the task later.`,
      });
    }
  }

  async getTask(request: GetTaskRequest, context: ServerCallContext): Promise<Task> {
    const history = checkHistoryLength(request.historyLength);
    const after = readCurrentGeneration({ generation: this.#options.generation, context });
    const first = await this.#getSnapshot(request.id, context);
    const { id: taskId, scope } = first;
    const changed =
      after !== undefined &&
      (await waitForChange(
        {
          engine: this.#options.engine,
          watcher: this.#options.watcher,
          scope,
          taskId,
          run: undefined,
          closing: this.#options.closing,
        },
        after,
      ));
    const servedTask = noteGeneration(changed || first, {
      generation: this.#options.generation,
      context,
    });
    return toProtocolTask(servedTask, { ...history, ...findReader(context, this.#options) });
  }

  async listTasks(
    request: ListTasksRequest,
    context: ServerCallContext,
  ): Promise<ListTasksResponse> {
    const query = toTaskQuery(request);
    const view = {
      ...checkHistoryLength(request.historyLength),
      includeArtifacts: request.includeArtifacts ?? false,
      ...findReader(context, this.#options),
    };
    const scope = toScope(context.user);
    const { pageSize } = query;
    // Anonymous callers share a scope, but must not see each other's tasks: they need a task's
    // id, which cannot be guessed.
    if (scope === ANONYMOUS_SCOPE && !this.#openTasks) {
      return { tasks: [], nextPageToken: '', pageSize, totalSize: 0 };
    }
    const page = await this.#options.engine.list(scope, query).catch((error: unknown) => {
      throw error instanceof InvalidPageTokenError
        ? new RequestMalformedError({ message: error.message, cause: error })
        : error;
    });
    for (const error of page.damaged ?? []) {
      const { taskId } = error;
      this.#options.logger.error('Cannot list a task', { taskId, error: toErrorText(error) });
    }
    return {
      tasks: page.tasks.map((snapshot) =>
        toProtocolTask(
          noteGeneration(snapshot, { generation: this.#options.generation, context }),
          view,
        ),
      ),
      nextPageToken: page.nextPageToken ?? '',
      pageSize,
      totalSize: page.totalSize,
    };
  }

  resubscribe(
    request: SubscribeToTaskRequest,
    context: ServerCallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    return createStoppableStream(async () => {
      // A stream without events would look like the end of the task.
      if (this.#options.closing.aborted) throw new UnavailableError();
      const snapshot = await this.#getSnapshot(request.id, context);
      const { id: taskId, scope, state } = snapshot;
      const after = findResumePoint(snapshot, context);
      const reading = {
        engine: this.#options.engine,
        runner: this.#options.runner,
        watcher: this.#options.watcher,
        ...findReader(context, this.#options),
      };
      if (after !== undefined) {
        return resumeTask({ ...reading, snapshot, after, until: 'end' });
      }
      if (isTerminalState(state)) {
        throw new UnsupportedOperationError(
          `Task ${taskId} is ${state}: nothing will happen that could be subscribed to.`,
        );
      }
      return streamTask({ ...reading, scope, taskId, until: 'end' });
    }, this.#options.closing);
  }

  async #getSnapshot(taskId: string, context: ServerCallContext): Promise<TaskSnapshot> {
    checkTaskId(taskId, 'id');
    const snapshot = await this.#options.engine.get(toScope(context.user), taskId);
    if (snapshot === undefined) throw createTaskNotFound(taskId);
    return snapshot;
  }

  /**
   * Waits until the runner of a canceled task ends it, or ends it by force after
   * `cancelDeadlineMs`. A runner of this process is notified at once, other runners get a hint.
   */
  async #endLeased(scope: Scope, taskId: string): Promise<void> {
    this.#options.runner.notice(taskId).catch((error: unknown) => {
      this.#options.logger.error('Cannot tell a run of its cancellation', {
        taskId,
        error: toErrorText(error),
      });
    });
    const wait = {
      engine: this.#options.engine,
      watcher: this.#options.watcher,
      scope,
      taskId,
      run: undefined,
      closing: this.#options.closing,
    };
    const snapshot = await waitForTaskWithin(wait, this.#cancelDeadlineMs);
    // The runner is dead, stopped or too busy: its later writes are refused, which tells it.
    if (snapshot === undefined) await this.#options.engine.cancel(scope, taskId, { force: true });
  }

  /** Cancels a task that cannot be read because its stored data is damaged; no runner is asked. */
  async #endUnread(scope: Scope, taskId: string): Promise<Task> {
    const outcome = await this.#options.engine.cancel(scope, taskId, { force: true });
    if (outcome.kind === 'not-found') throw createTaskNotFound(taskId);
    // The task may have been canceled a moment ago, by this same call.
    if (outcome.kind === 'terminal') checkCanceled(taskId, outcome.state);
    return createLostTask(taskId);
  }
}

function checkCanceled(taskId: string, state: TaskStateName): void {
  if (state !== 'canceled') throw createNotCancelable(taskId, state);
}

function createNotCancelable(taskId: string, state: TaskStateName): TaskNotCancelableError {
  return new TaskNotCancelableError(`Task ${taskId} is ${state} and cannot be canceled.`);
}

const DEFAULT_CANCEL_DEADLINE_MS = 2_000;

/** The longest time that a timer of Node can wait, in milliseconds. */
const MAX_MS = 2_147_483_647;

function checkCancelDeadline(value = DEFAULT_CANCEL_DEADLINE_MS): number {
  if (Number.isInteger(value) && value >= 0 && value <= MAX_MS) return value;
  throw new RangeError(
    `Cannot serve the agent because cancelDeadlineMs must be an integer from 0 to ${MAX_MS}: current value is ${value}`,
  );
}

/**
 * Makes the answer for a canceled task whose stored data is damaged: a task with its id, its state
 * and a message that says why.
 */
function createLostTask(taskId: string): Task {
  const text =
    'The task was canceled. Nothing else of it can be shown because a part of it is lost.';
  return {
    id: taskId,
    contextId: '',
    status: {
      state: toProtocolState('canceled'),
      message: createAgentMessage(text, { contextId: '', taskId }),
      timestamp: undefined,
    },
    artifacts: [],
    history: [],
    metadata: undefined,
  };
}
