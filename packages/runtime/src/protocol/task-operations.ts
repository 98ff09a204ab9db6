import type { Scope } from '../scope.ts';
import type { CancelTaskRequest, ListTasksResponse, Task } from '@a2a-js/sdk';
import {
  RequestMalformedError,
  TaskNotCancelableError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors';
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import { toErrorText } from '@formwork/schema';
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
import { ANONYMOUS_SCOPE, toScope } from '../scope.ts';
import { createStoppableStream } from './closing.ts';
import { createTaskNotFound } from './task-progress.ts';
import { findResumePoint } from './event-id.ts';
import { readCurrentGeneration, tellGeneration } from './generation.ts';
import type { OperationOptions } from './request-handler-options.ts';
import { resumeTask, streamTask } from './stream-task.ts';
import { checkTaskId, checkHistoryLength, toTaskQuery } from './task-query.ts';
import { waitForChange, waitForTask, waitForTaskWithin } from './wait-for-task.ts';

/** Makes GetTask, ListTasks, CancelTask and SubscribeToTask (A2A 1.0 sections 3.1.3 to 3.1.6). */
export function createTaskOperations(
  options: OperationOptions,
): Pick<A2ARequestHandler, 'getTask' | 'listTasks' | 'cancelTask' | 'resubscribe'> {
  const { engine, runner, hub, logger, closing, openTasks = false, generation } = options;
  const cancelDeadlineMs = checkCancelDeadline(options.cancelDeadlineMs);

  async function getSnapshot(taskId: string, context: ServerCallContext): Promise<TaskSnapshot> {
    checkTaskId(taskId, 'id');
    const snapshot = await engine.get(toScope(context.user), taskId);
    if (snapshot === undefined) throw createTaskNotFound(taskId);
    return snapshot;
  }

  /**
   * Waits until the runner of a canceled task ends it, or ends it by force after
   * `cancelDeadlineMs`. A runner of this process is notified at once, other runners get a hint.
   */
  async function endLeased(scope: Scope, taskId: string): Promise<void> {
    runner.notice(taskId).catch((error: unknown) => {
      logger.error('Cannot tell a run of its cancellation', { taskId, error: toErrorText(error) });
    });
    const wait = { engine, hub, scope, taskId, run: undefined, closing };
    const snapshot = await waitForTaskWithin(wait, cancelDeadlineMs);
    // The runner is dead, stopped or too busy: its later writes are refused, which tells it.
    if (snapshot === undefined) await engine.cancel(scope, taskId, { force: true });
  }

  /** Cancels a task that cannot be read because its stored data is damaged; no runner is asked. */
  async function endUnread(scope: Scope, taskId: string): Promise<Task> {
    const outcome = await engine.cancel(scope, taskId, { force: true });
    if (outcome.kind === 'not-found') throw createTaskNotFound(taskId);
    // The task may have been canceled a moment ago, by this same call.
    if (outcome.kind === 'terminal') checkCanceled(taskId, outcome.state);
    return createLostTask(taskId);
  }

  /**
   * Cancels a task. It does not read the task first, so that a damaged task can be canceled, too.
   */
  async function cancel(request: CancelTaskRequest, context: ServerCallContext): Promise<Task> {
    const taskId = checkTaskId(request.id, 'id');
    const scope = toScope(context.user);
    const outcome = await engine.cancel(scope, taskId);
    if (outcome.kind === 'not-found') throw createTaskNotFound(taskId);
    // A repeated cancellation, such as one whose answer was lost, has the answer of the first.
    if (outcome.kind === 'terminal') checkCanceled(taskId, outcome.state);
    try {
      if (outcome.kind === 'requested') await endLeased(scope, taskId);
      const snapshot = await waitForTask({ engine, hub, scope, taskId, run: undefined, closing });
      // The handler may have finished before the request reached it: exactly one of the two counts.
      checkCanceled(taskId, snapshot.state);
      const shown = tellGeneration(snapshot, { generation, context });
      return toProtocolTask(shown, findReader(context, options));
    } catch (error) {
      if (error instanceof TaskDamagedError) return endUnread(scope, taskId);
      if (!(error instanceof EngineStorageError)) throw error;
      logger.error('Cannot end a canceled task', { taskId, error: toErrorText(error) });
      throw new UnavailableError({
        cause: error,
        message: `Cannot tell whether task ${taskId} is canceled because the storage of tasks is out of order. The cancellation is stored and counts once the storage is in order; ask for the task later.`,
      });
    }
  }

  return {
    async getTask(request, context) {
      const history = checkHistoryLength(request.historyLength);
      const after = readCurrentGeneration({ generation, context });
      const first = await getSnapshot(request.id, context);
      const { id: taskId, scope } = first;
      const changed =
        after !== undefined &&
        (await waitForChange({ engine, hub, scope, taskId, run: undefined, closing }, after));
      const shown = tellGeneration(changed || first, { generation, context });
      return toProtocolTask(shown, { ...history, ...findReader(context, options) });
    },

    async listTasks(request, context): Promise<ListTasksResponse> {
      const query = toTaskQuery(request);
      const shown = {
        ...checkHistoryLength(request.historyLength),
        includeArtifacts: request.includeArtifacts ?? false,
        ...findReader(context, options),
      };
      const scope = toScope(context.user);
      const { pageSize } = query;
      // Anonymous callers share a scope, but must not see each other's tasks: they need a task's
      // id, which nobody can guess.
      if (scope === ANONYMOUS_SCOPE && !openTasks) {
        return { tasks: [], nextPageToken: '', pageSize, totalSize: 0 };
      }
      const page = await engine.list(scope, query).catch((error: unknown) => {
        throw error instanceof InvalidPageTokenError
          ? new RequestMalformedError({ message: error.message, cause: error })
          : error;
      });
      for (const error of page.damaged ?? []) {
        const { taskId } = error;
        logger.error('Cannot list a task', { taskId, error: toErrorText(error) });
      }
      return {
        tasks: page.tasks.map((snapshot) =>
          toProtocolTask(tellGeneration(snapshot, { generation, context }), shown),
        ),
        nextPageToken: page.nextPageToken ?? '',
        pageSize,
        totalSize: page.totalSize,
      };
    },

    cancelTask: cancel,

    resubscribe(request, context) {
      return createStoppableStream(async () => {
        // A stream without events would look like the end of the task.
        if (closing.aborted) throw new UnavailableError();
        const snapshot = await getSnapshot(request.id, context);
        const { id: taskId, scope, state } = snapshot;
        const after = findResumePoint(snapshot, context);
        const reading = { engine, runner, hub, ...findReader(context, options) };
        if (after !== undefined) {
          return resumeTask({ ...reading, snapshot, after, until: 'end' });
        }
        if (isTerminalState(state)) {
          throw new UnsupportedOperationError(
            `Task ${taskId} is ${state}: nothing will happen that could be subscribed to.`,
          );
        }
        return streamTask({ ...reading, scope, taskId, until: 'end' });
      }, closing);
    },
  };
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
    `Cannot serve the agent as cancelDeadlineMs must be an integer from 0 to ${MAX_MS}: current value is ${value}`,
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
