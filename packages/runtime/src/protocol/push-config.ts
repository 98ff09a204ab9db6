import type { SendMessageRequest, TaskPushNotificationConfig } from '@a2a-js/sdk';
import { PushNotificationNotSupportedError, RequestMalformedError } from '@a2a-js/sdk/errors';
import type { ServerCallContext } from '@a2a-js/sdk/server';
import { quoteAddress } from '@formwork/schema/internal';
import type { PushConfig, PushConfigChange } from '../engine/push-store.ts';
import { showId } from '../messages/agent-message.ts';
import type { PushSettings } from '../push/push-options.ts';
import { findRefusedAddress } from '../push/request-sender.ts';

/** Options of {@link toPushConfig}. */
interface PushConfigOptions {
  readonly taskId: string;
  readonly context: ServerCallContext;
  readonly settings: Pick<PushSettings, 'allowPrivateAddresses' | 'allowAnonymous'>;
  /**
   * The path of the push config in the request, with a dot at the end, for error messages. Default:
   * empty, because the config is the request.
   */
  readonly path?: string;
}

const MAX_LENGTHS = { id: 256, url: 2_048, token: 1_024, scheme: 64, credentials: 4_096 } as const;

/** Matches a control character, which the id of a push config must not have. */
const CONTROL = /\p{Cc}/u;

/**
 * Matches a token or credentials that an HTTP header carries unchanged: visible ASCII characters.
 */
const TOKEN = /^[!-~]+$/u;

const CREDENTIALS = /^[!-~](?:[ -~]*[!-~])?$/u;

/** Matches the name of an authentication scheme (RFC 9110 section 5.6.2). */
const SCHEME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u;

/**
 * Reads a push config from a request. A config without an id gets the id of its task, because A2A
 * 0.3 knows one config per task.
 *
 * @throws RequestMalformedError, which names the field at fault and shows no secret
 */
export function toPushConfig(
  config: TaskPushNotificationConfig,
  { taskId, context, settings, path = '' }: PushConfigOptions,
): PushConfig {
  if (context.user?.isAuthenticated !== true && !settings.allowAnonymous) {
    throw new PushNotificationNotSupportedError(
      'Cannot take a push notification config because its caller must say who it is. The agent card says how to authenticate.',
    );
  }
  const { id, url, token, authentication } = config;
  const scheme = authentication?.scheme ?? '';
  const credentials = authentication?.credentials ?? '';
  const prefixes = { scheme: 'authentication.', credentials: 'authentication.' };
  for (const [name, value] of Object.entries({ id, url, token, scheme, credentials })) {
    const max = MAX_LENGTHS[name as keyof typeof MAX_LENGTHS];
    if (value.length > max) {
      const field = `${path}${prefixes[name as keyof typeof prefixes] ?? ''}${name}`;
      throw createFieldError(field, `at most ${max} characters`, `${value.length} characters`);
    }
  }
  if (CONTROL.test(id)) {
    throw createFieldError(`${path}id`, 'text without control characters', 'text with some');
  }
  checkUrl(url, { path, settings });
  if (token !== '' && !TOKEN.test(token)) {
    throw createFieldError(`${path}token`, 'visible ASCII characters', 'text with others');
  }
  checkAuthentication({ scheme, credentials }, path);
  return {
    id: id === '' ? taskId : id,
    url,
    ...(token !== '' && { token }),
    ...(scheme !== '' && { authentication: { scheme, credentials } }),
    version: context.requestedVersion === '0.3' ? '0.3' : '1.0',
  };
}

/** Converts a stored push config to the form that the SDK's transports send. */
export function fromPushConfig(
  { id, url, token = '', authentication }: PushConfig,
  taskId: string,
): TaskPushNotificationConfig {
  return { tenant: '', taskId, id, url, token, authentication };
}

function checkUrl(
  url: string,
  { path, settings }: Required<Pick<PushConfigOptions, 'path' | 'settings'>>,
): void {
  const field = `${path}url`;
  const target = URL.parse(url);
  if (target === null || !/^https?:$/u.test(target.protocol)) {
    const shown = target === null ? quoteAddress(url) : `one with ${target.protocol}`;
    throw createFieldError(field, 'an http or https URL', shown);
  }
  if (target.username !== '' || target.password !== '') {
    throw createFieldError(
      field,
      'a URL without user name and password, which belong to authentication',
      'one with them',
    );
  }
  const refused = settings.allowPrivateAddresses ? undefined : findRefusedAddress(target);
  if (refused !== undefined) throw createFieldError(field, 'a URL with a public address', refused);
}

function checkAuthentication(
  { scheme, credentials }: NonNullable<PushConfig['authentication']>,
  path: string,
): void {
  if (scheme === '' && credentials === '') return;
  if (!SCHEME.test(scheme)) {
    const shown = JSON.stringify(scheme);
    throw createFieldError(
      `${path}authentication.scheme`,
      'an HTTP scheme such as "Bearer"',
      shown,
    );
  }
  if (credentials !== '' && !CREDENTIALS.test(credentials)) {
    throw createFieldError(
      `${path}authentication.credentials`,
      'ASCII characters without a space at either end',
      'other text',
    );
  }
}

const INLINE_PATH = 'configuration.taskPushNotificationConfig.';

/**
 * Reads the push config that a message contains (A2A 1.0 section 3.2.2), if it has one. Throws an
 * A2A error if the agent sends no notifications, or if the config is wrong.
 */
export function readInlineConfig(
  { configuration, message }: SendMessageRequest,
  {
    taskId,
    context,
    push,
  }: {
    /** The id of the task that the message creates or belongs to. */
    readonly taskId: string;
    readonly context: ServerCallContext;
    /** The settings of push notifications; `undefined` if the agent sends none. */
    readonly push: PushSettings | undefined;
  },
): PushConfigChange | undefined {
  const config = configuration?.taskPushNotificationConfig;
  if (config === undefined) return undefined;
  if (push === undefined) throw new PushNotificationNotSupportedError();
  if (config.taskId !== '' && config.taskId !== message?.taskId) {
    throw new RequestMalformedError(
      `Cannot read the request because ${INLINE_PATH}taskId must be empty or that of the message: current value is ${JSON.stringify(showId(config.taskId))}`,
    );
  }
  return {
    config: toPushConfig(config, { taskId, context, settings: push, path: INLINE_PATH }),
    maxConfigs: push.maxConfigs,
  };
}

/** Makes the error for a field of a request with a wrong value, which `current` describes. */
export function createFieldError(
  path: string,
  expected: string,
  current: string,
): RequestMalformedError {
  return new RequestMalformedError(
    `Cannot read the request because ${path} must be ${expected}: current value is ${current}`,
  );
}
