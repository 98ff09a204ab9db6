import {
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotFoundError,
} from '@a2a-js/sdk/errors';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import type { PushConfigChange } from '../engine/push-store.ts';
import type { TaskEngine } from '../engine/task-engine.ts';
import { showId } from '../messages/agent-message.ts';
import type { PushSettings } from '../push/push-options.ts';
import type { Scope } from '../scope.ts';
import { toScope } from '../scope.ts';
import { fromPushConfig, toPushConfig } from './push-config.ts';
import { createTaskNotFound } from './task-progress.ts';
import { checkTaskId } from './task-query.ts';

type PushOperations = Pick<
  A2ARequestHandler,
  | 'createTaskPushNotificationConfig'
  | 'getTaskPushNotificationConfig'
  | 'listTaskPushNotificationConfigs'
  | 'deleteTaskPushNotificationConfig'
>;

/** Makes the operations on push notification configs (A2A 1.0 sections 3.1.7 to 3.1.10). */
export function createPushOperations({
  engine,
  push,
}: {
  readonly engine: TaskEngine;
  /** The settings of push notifications; `undefined` if the agent sends none. */
  readonly push: PushSettings | undefined;
}): PushOperations {
  if (push === undefined) {
    return {
      createTaskPushNotificationConfig: rejectPushNotifications,
      getTaskPushNotificationConfig: rejectPushNotifications,
      listTaskPushNotificationConfigs: rejectPushNotifications,
      deleteTaskPushNotificationConfig: rejectPushNotifications,
    };
  }
  return {
    async createTaskPushNotificationConfig(request, context) {
      const taskId = checkTaskId(request.taskId, 'taskId');
      const config = toPushConfig(request, { taskId, context, settings: push });
      const change = { config, maxConfigs: push.maxConfigs };
      await setPushConfig(engine, { scope: toScope(context.user), taskId, change });
      return fromPushConfig(config, taskId);
    },

    async getTaskPushNotificationConfig(request, context) {
      const taskId = checkTaskId(request.taskId, 'taskId');
      const id = chooseConfigId(request, taskId);
      const configs = await engine.listPushConfigs(toScope(context.user), taskId);
      if (configs === undefined) throw createTaskNotFound(taskId);
      const config = configs.find((candidate) => candidate.id === id);
      if (config === undefined) {
        throw new TaskNotFoundError(`Task ${taskId} has no push notification config ${showId(id)}`);
      }
      return fromPushConfig(config, taskId);
    },

    async listTaskPushNotificationConfigs(request, context) {
      const taskId = checkTaskId(request.taskId, 'taskId');
      const configs = await engine.listPushConfigs(toScope(context.user), taskId);
      if (configs === undefined) throw createTaskNotFound(taskId);
      // One page suffices, because the number of configs per task is limited.
      return {
        configs: configs.map((config) => fromPushConfig(config, taskId)),
        nextPageToken: '',
      };
    },

    async deleteTaskPushNotificationConfig(request, context) {
      const taskId = checkTaskId(request.taskId, 'taskId');
      const id = chooseConfigId(request, taskId);
      const isTask = await engine.deletePushConfig(toScope(context.user), taskId, id);
      if (!isTask) throw createTaskNotFound(taskId);
    },
  };
}

/**
 * Sets a push config of a task. Throws an A2A error if there is no such task, or if it has too many
 * configs.
 */
export async function setPushConfig(
  engine: Pick<TaskEngine, 'setPushConfig'>,
  {
    scope,
    taskId,
    change,
  }: {
    readonly scope: Scope;
    readonly taskId: string;
    readonly change: PushConfigChange;
  },
): Promise<void> {
  const outcome = await engine.setPushConfig(scope, taskId, change);
  switch (outcome.kind) {
    case 'set':
      return;
    case 'full':
      throw new RequestMalformedError(
        `Cannot add a push notification config because task ${taskId} has ${change.maxConfigs} already, the most that a task may have: delete one, or set it again under its id`,
      );
    case 'not-found':
      throw createTaskNotFound(taskId);
  }
}

/**
 * Returns the id of a push config, or the id of its task if the config has none: A2A 0.3 allows
 * that, although the SDK's types do not.
 */
function chooseConfigId({ id }: { readonly id: string | undefined }, taskId: string): string {
  return id === undefined || id === '' ? taskId : id;
}

function rejectPushNotifications(): Promise<never> {
  return Promise.reject(new PushNotificationNotSupportedError());
}
