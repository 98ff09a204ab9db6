import { type Task, Role, type Part, type SendMessageRequest } from '@a2a-js/sdk';
import { toSchemaMode } from '@formwork/core';
import { createTextPart } from '@formwork/runtime/internal';
import { createValidator, type JsonSchema, type Validator } from '@formwork/schema';
import { EnvelopeRefusedError } from '../errors.ts';
import type { Envelope } from '../message/envelope.ts';
import { toCanonicalText } from '../message/message-text.ts';
import type { Call, EnvelopeAnswer } from './call.ts';
import { describeProblems } from './refusal.ts';
import { showTask } from './task-view.ts';

/** A method about a task, which a request can name in place of a skill of the agent. */
export type TaskMethod = 'task.get' | 'task.cancel' | 'task.reply';

const TASK_ID = { type: 'string', minLength: 1, maxLength: 256 } as const;

const SCHEMAS: Readonly<Record<TaskMethod, JsonSchema>> = {
  'task.get': { properties: { task_id: TASK_ID }, required: ['task_id'] },
  'task.cancel': { properties: { task_id: TASK_ID }, required: ['task_id'] },
  'task.reply': {
    properties: { task_id: TASK_ID, data: true, text: { type: 'string' } },
    required: ['task_id'],
    oneOf: [{ required: ['data'] }, { required: ['text'] }],
  },
};

const validators = new Map<TaskMethod, Validator>();

/** Returns the validator of a method's parameters, compiled when the method is first called. */
function getValidator(method: TaskMethod): Validator {
  const cachedValidator = validators.get(method);
  if (cachedValidator !== undefined) return cachedValidator;
  const validator = createValidator({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    additionalProperties: false,
    ...SCHEMAS[method],
  });
  validators.set(method, validator);
  return validator;
}

/** True for a method about a task; such a name wins over a skill of the same name. */
export function isTaskMethod(method: string): method is TaskMethod {
  return Object.hasOwn(SCHEMAS, method);
}

/** Checks the parameters of a method about a task by the schema of that method. */
export function readTaskParameters(
  method: TaskMethod,
  parameters: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> & { readonly task_id: string } {
  const problems = getValidator(method).check(parameters);
  if (problems.length === 0) return { ...parameters, task_id: String(parameters['task_id']) };
  const details = describeProblems(problems, '/payload/parameters');
  throw new EnvelopeRefusedError(
    `Cannot run ${method} because its parameters do not fit: ${details.text}`,
    { errorCode: 'VALIDATION_FAILED', details: { problems: details.problems } },
  );
}

/** Answers `task.get` and `task.cancel` with the state of the task. */
export async function answerAboutTask(
  call: Call,
  method: 'task.get' | 'task.cancel',
  taskId: string,
): Promise<EnvelopeAnswer> {
  const { requestHandler } = call.host;
  const context = call.host.createContext(call.caller);
  const id = { tenant: '', id: taskId };
  const task: Task =
    method === 'task.get'
      ? await requestHandler.getTask({ ...id, historyLength: 0 }, context)
      : await requestHandler.cancelTask({ ...id, metadata: undefined }, context);
  return {
    kind: 'message',
    type: 'response',
    payload: { status: 'success', data: showTask(task) },
    taskId,
  };
}

/** Makes the message that answers a waiting task, from the parameters of `task.reply`. */
export function createReplyMessage(
  envelope: UserMessage['envelope'],
  parameters: Readonly<Record<string, unknown>> & { readonly task_id: string },
): UserMessage {
  const { task_id: taskId, text, data } = parameters;
  const part = typeof text === 'string' ? createTextPart(text) : createDataPart(data);
  return { envelope, part, taskId };
}

/** A message to the agent in the terms of A2A, made from an envelope. */
export interface UserMessage {
  readonly envelope: Envelope;
  readonly part: Part;
  /** The id of the task that the message answers. Default: it starts a new task. */
  readonly taskId?: string;
  readonly skillId?: string;
}

/**
 * Makes the A2A message of a `request`. The same request makes the same message, by which the
 * engine recognizes a repeated one.
 */
export function createSendRequest({
  envelope,
  part,
  taskId = '',
  skillId,
}: UserMessage): SendMessageRequest {
  return {
    tenant: '',
    message: {
      messageId: envelope.message_id,
      contextId: '',
      taskId,
      role: Role.ROLE_USER,
      parts: [part],
      metadata: { senderId: envelope.sender_id, ...(skillId !== undefined && { skillId }) },
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: undefined,
    metadata: undefined,
  };
}

/**
 * Makes a data part of A2A: tagged with its schema if it starts a task, untagged if it answers one.
 */
export function createDataPart(data: unknown, schema?: string): Part {
  const mode = schema === undefined ? undefined : toSchemaMode(schema);
  return {
    // In canonical order, so that the order of names does not make another message.
    content: { $case: 'data', value: JSON.parse(toCanonicalText(data)) as unknown },
    metadata: mode === undefined ? undefined : { mimeType: mode },
    filename: '',
    mediaType: mode ?? 'application/json',
  };
}
