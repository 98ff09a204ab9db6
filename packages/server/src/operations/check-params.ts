import {
  checkOptional,
  createShapeError,
  isAbsent,
  requireArray,
  requireBoolean,
  requireCount,
  requireObject,
  requireState,
  requireText,
  requireTexts,
  type Fields,
  createFieldError,
} from '../request-shape.ts';

const LIST_TEXTS = [
  ['contextId', 'context_id'],
  ['pageToken', 'page_token'],
  ['statusTimestampAfter', 'status_timestamp_after'],
] as const;

/** The roles that messages to the agent may have. */
const ROLES: ReadonlySet<unknown> = new Set(['ROLE_USER', 1]);

// The SDK's decoder accepts any value and would drop or change wrong ones. Each check throws a
// RequestMalformedError, which names the field.

/** Checks the params of a request about one task. */
export function checkTaskParams(params: Fields): void {
  requireText(params['id'], 'id');
  checkOptional(pick(params, 'historyLength', 'history_length'), 'historyLength', requireCount);
}

/** Checks params that are plain values, such as those of a push config. */
export function checkPlainParams(params: Fields): void {
  checkFlatParams(params, '');
}

/** Checks the params of a request that sends a message. */
export function checkSendParams(params: Fields): void {
  const message = requireObject(params['message'], 'message');
  requireId(pick(message, 'messageId', 'message_id'), 'message.messageId');
  checkOptional(pick(message, 'contextId', 'context_id'), 'message.contextId', requireText);
  checkOptional(pick(message, 'taskId', 'task_id'), 'message.taskId', requireText);
  if (!ROLES.has(message['role'])) {
    throw createShapeError('message.role', '"ROLE_USER"', message['role']);
  }
  for (const [index, part] of requireArray(message['parts'], 'message.parts').entries()) {
    checkPart(part, `message.parts[${index}]`);
  }
  checkOptional(message['metadata'], 'message.metadata', requireObject);
  checkOptional(message['extensions'], 'message.extensions', requireTexts);
  checkOptional(
    pick(message, 'referenceTaskIds', 'reference_task_ids'),
    'message.referenceTaskIds',
    requireTexts,
  );
  checkOptional(params['metadata'], 'metadata', requireObject);
  checkOptional(params['configuration'], 'configuration', checkConfiguration);
}

/** Checks the filters of a list, because a filter that the decoder drops would show other tasks. */
export function checkListParams(params: Fields): void {
  for (const [name, originalName] of LIST_TEXTS) {
    checkOptional(pick(params, name, originalName), name, requireText);
  }
  checkOptional(params['status'], 'status', requireState);
  checkOptional(pick(params, 'historyLength', 'history_length'), 'historyLength', requireCount);
  checkOptional(
    pick(params, 'includeArtifacts', 'include_artifacts'),
    'includeArtifacts',
    requireBoolean,
  );
  checkFlatParams(params, '');
}

function checkPart(value: unknown, path: string): void {
  const part = requireObject(value, path);
  const contents = ['text', 'raw', 'url', 'data'].filter((name) => !isAbsent(part[name]));
  const [content] = contents;
  // The SDK's decoder drops data that is null; the schema of a tagged part then explains the fault.
  const isNullData = content === undefined && part['data'] === null;
  if ((content === undefined && !isNullData) || contents.length > 1) {
    const current =
      content === undefined ? 'an object with none' : `one with ${contents.join(', ')}`;
    throw createFieldError(path, 'an object with one of text, raw, url, data', current);
  }
  if (content !== undefined && content !== 'data') requireText(part[content], `${path}.${content}`);
  checkOptional(part['metadata'], `${path}.metadata`, requireObject);
  checkOptional(part['filename'], `${path}.filename`, requireText);
  checkOptional(pick(part, 'mediaType', 'media_type'), `${path}.mediaType`, requireText);
}

function checkConfiguration(value: unknown, path: string): void {
  const configuration = requireObject(value, path);
  checkOptional(
    pick(configuration, 'acceptedOutputModes', 'accepted_output_modes'),
    `${path}.acceptedOutputModes`,
    requireTexts,
  );
  checkOptional(
    pick(configuration, 'historyLength', 'history_length'),
    `${path}.historyLength`,
    requireCount,
  );
  checkOptional(
    pick(configuration, 'returnImmediately', 'return_immediately'),
    `${path}.returnImmediately`,
    requireBoolean,
  );
  checkOptional(
    pick(configuration, 'taskPushNotificationConfig', 'task_push_notification_config'),
    `${path}.taskPushNotificationConfig`,
    (config, configPath) => checkFlatParams(requireObject(config, configPath), `${configPath}.`),
  );
}

/** Checks params of methods with plain values only, and the authentication of push configs. */
function checkFlatParams(params: Fields, prefix: string): void {
  const { authentication, ...fields } = params;
  checkPlainValues(fields, prefix);
  if (isAbsent(authentication)) return;
  const path = `${prefix}authentication`;
  checkPlainValues(requireObject(authentication, path), `${path}.`);
}

function checkPlainValues(fields: Fields, prefix: string): void {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'object' && value !== null) {
      throw createShapeError(`${prefix}${name}`, 'text, a number, true or false', value);
    }
  }
}

function requireId(value: unknown, path: string): void {
  if (typeof value === 'number') return;
  if (typeof value !== 'string' || value === '') {
    throw createShapeError(path, 'text that is not empty', value);
  }
}

/**
 * Returns a field of request parameters by its JSON name or its original name, because ProtoJSON
 * allows both.
 */
function pick(fields: Fields, name: string, originalName: string): unknown {
  return fields[name] ?? fields[originalName];
}
