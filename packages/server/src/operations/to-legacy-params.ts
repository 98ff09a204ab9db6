import {
  checkOptional,
  createShapeError,
  isAbsent,
  requireArray,
  requireBoolean,
  requireCount,
  requireObject,
  requireText,
  requireTexts,
  type Fields,
  createFieldError,
} from '../request-shape.ts';

// The parameters of A2A 0.3 are prepared for the SDK. Plain slips are corrected: a number as
// messageId (the object-schemas extension's own example has one), parts without `kind`, `null` for
// an absent value. For values that the SDK would stumble over, each function throws a
// RequestMalformedError, which names the field.

/** Prepares the params of a request about one task, or about one of its push configs. */
export function toLegacyTaskParams(params: Fields): Fields {
  requireText(params['id'], 'id');
  checkOptional(params['historyLength'], 'historyLength', requireCount);
  checkOptional(params['metadata'], 'metadata', requireObject);
  checkOptional(params['pushNotificationConfigId'], 'pushNotificationConfigId', requireText);
  return withoutNulls(params);
}

/** Prepares the params of a request that sets a push config. */
export function toLegacyConfigParams(params: Fields): Fields {
  requireText(params['taskId'], 'taskId');
  const path = 'pushNotificationConfig';
  return { ...params, pushNotificationConfig: toPushConfig(params[path], path) };
}

/** Prepares the params of a request that sends a message. */
export function toLegacySendParams(params: Fields): Fields {
  const message = requireObject(params['message'], 'message');
  checkOptional(params['metadata'], 'metadata', requireObject);
  const { configuration } = params;
  return {
    ...withoutNulls(params),
    ...(!isAbsent(configuration) && {
      configuration: toConfiguration(requireObject(configuration, 'configuration')),
    }),
    message: toMessage(message),
  };
}

function toMessage(message: Fields): Fields {
  const messageId =
    typeof message['messageId'] === 'number' ? String(message['messageId']) : message['messageId'];
  if (typeof messageId !== 'string' || messageId === '') {
    throw createShapeError('message.messageId', 'text that is not empty', messageId);
  }
  const { role } = message;
  // Callers send messages of the user only; messages of the agent come from the agent itself.
  if (role !== 'user') {
    throw createShapeError('message.role', '"user"', role);
  }
  checkOptional(message['contextId'], 'message.contextId', requireText);
  checkOptional(message['taskId'], 'message.taskId', requireText);
  checkOptional(message['metadata'], 'message.metadata', requireObject);
  checkOptional(message['extensions'], 'message.extensions', requireTexts);
  checkOptional(message['referenceTaskIds'], 'message.referenceTaskIds', requireTexts);
  const parts = requireArray(message['parts'], 'message.parts').map((part, index) =>
    toPart(part, `message.parts[${index}]`),
  );
  return { ...withoutNulls(message), messageId, parts };
}

function toPart(value: unknown, path: string): Fields {
  const part = requireObject(value, path);
  checkOptional(part['metadata'], `${path}.metadata`, requireObject);
  const kind = part['kind'] ?? ['text', 'file', 'data'].find((name) => name in part);
  if (kind === 'file') {
    return { ...withoutNulls(part), kind, file: toFile(part['file'], `${path}.file`) };
  }
  if (kind === 'text') {
    requireText(part['text'], `${path}.text`);
  } else if (kind !== 'data') {
    throw createShapeError(`${path}.kind`, '"text", "file" or "data"', kind);
  } else if (part['data'] === undefined) {
    throw createShapeError(`${path}.data`, 'an object', undefined);
  }
  const { metadata, ...fields } = part;
  return { ...fields, ...(!isAbsent(metadata) && { metadata }), kind };
}

function toFile(value: unknown, path: string): Fields {
  const file = withoutNulls(requireObject(value, path));
  checkOptional(file['name'], `${path}.name`, requireText);
  checkOptional(file['mimeType'], `${path}.mimeType`, requireText);
  if ('bytes' in file) {
    requireText(file['bytes'], `${path}.bytes`);
  } else if ('uri' in file) {
    requireText(file['uri'], `${path}.uri`);
  } else {
    throw createFieldError(path, 'an object with bytes or uri', 'an object with neither');
  }
  return file;
}

function toConfiguration(configuration: Fields): Fields {
  const path = 'configuration';
  checkOptional(configuration['acceptedOutputModes'], `${path}.acceptedOutputModes`, requireTexts);
  checkOptional(configuration['historyLength'], `${path}.historyLength`, requireCount);
  checkOptional(configuration['blocking'], `${path}.blocking`, requireBoolean);
  const { pushNotificationConfig } = configuration;
  return {
    ...withoutNulls(configuration),
    ...(!isAbsent(pushNotificationConfig) && {
      pushNotificationConfig: toPushConfig(
        pushNotificationConfig,
        `${path}.pushNotificationConfig`,
      ),
    }),
  };
}

/**
 * Prepares a push config of A2A 0.3. It may name at most one scheme, because the SDK takes the
 * first and prints the others to the console.
 */
function toPushConfig(value: unknown, path: string): Fields {
  const config = requireObject(value, path);
  requireText(config['url'], `${path}.url`);
  checkOptional(config['id'], `${path}.id`, requireText);
  checkOptional(config['token'], `${path}.token`, requireText);
  if (isAbsent(config['authentication'])) return config;
  const authentication = requireObject(config['authentication'], `${path}.authentication`);
  const schemes = requireArray(authentication['schemes'], `${path}.authentication.schemes`);
  requireTexts(schemes, `${path}.authentication.schemes`);
  checkOptional(authentication['credentials'], `${path}.authentication.credentials`, requireText);
  return { ...config, authentication: { ...authentication, schemes: schemes.slice(0, 1) } };
}

/** Returns parameters without members that are `null`, which the SDK would take for values. */
function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
