import type { SendMessageRequest } from '@a2a-js/sdk';
import { PushNotificationNotSupportedError, RequestMalformedError } from '@a2a-js/sdk/errors';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import type { PushConfigChange } from '../engine/push-store.ts';
import type { PushSettings } from '../push/push-options.ts';
import { toPushConfig } from './to-push-config.ts';
import { toShownId } from './to-shown-id.ts';

/** What {@link readInlineConfig} works with. */
export interface InlineConfigOptions {
  /** The task that the message makes or belongs to. */
  readonly taskId: string;
  readonly context: ServerCallContext;
  /** Absent when the agent sends no notifications. */
  readonly push: PushSettings | undefined;
}

const PATH = 'configuration.taskPushNotificationConfig.';

/**
 * The push config that a message brings along (A2A 1.0 section 3.2.2), if it does. Throws the
 * protocol's error when there are no notifications, or the config is not right.
 */
export function readInlineConfig(
  { configuration, message }: SendMessageRequest,
  { taskId, context, push }: InlineConfigOptions,
): PushConfigChange | undefined {
  const config = configuration?.taskPushNotificationConfig;
  if (config === undefined) return undefined;
  if (push === undefined) throw new PushNotificationNotSupportedError();
  if (config.taskId !== '' && config.taskId !== message?.taskId) {
    throw new RequestMalformedError(
      `Cannot read the request as ${PATH}taskId must be empty or that of the message: current value is ${JSON.stringify(toShownId(config.taskId))}`,
    );
  }
  return {
    config: toPushConfig(config, { taskId, context, settings: push, path: PATH }),
    maxConfigs: push.maxConfigs,
  };
}
