import type { Task } from '@a2a-js/sdk';
import { createValidator, type JsonSchema, type Validator } from '@formwork/schema';
import { EnvelopeRefusedError } from '../errors.ts';
import type { Call, Reply } from './call.ts';
import { describeProblems } from './refusal.ts';
import { toTaskView } from './task-view.ts';
import { toDataPart, toTextPart, type UserMessage } from './user-message.ts';

/** A method about a task, which this door adds to those of an agent. */
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

/** Compiles the schema for the first call of the method. */
function getValidator(method: TaskMethod): Validator {
  const known = validators.get(method);
  if (known !== undefined) return known;
  const validator = createValidator({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    additionalProperties: false,
    ...SCHEMAS[method],
  });
  validators.set(method, validator);
  return validator;
}

/** True for a method that is about a task, whatever the skills of the agent are called. */
export function isTaskMethod(method: string): method is TaskMethod {
  return Object.hasOwn(SCHEMAS, method);
}

/** Checks the parameters of a method by its schema. */
export function readTaskParameters(
  method: TaskMethod,
  parameters: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> & { readonly task_id: string } {
  const problems = getValidator(method).check(parameters);
  if (problems.length === 0) return { ...parameters, task_id: String(parameters['task_id']) };
  const details = describeProblems(problems, '/payload/parameters');
  throw new EnvelopeRefusedError(
    `Cannot run ${method} as its parameters do not fit: ${details.text}`,
    { errorCode: 'VALIDATION_FAILED', details: { problems: details.problems } },
  );
}

/** Answers `task.get` and `task.cancel` with the task. */
export async function answerAboutTask(
  call: Call,
  method: 'task.get' | 'task.cancel',
  taskId: string,
): Promise<Reply> {
  const { requestHandler } = call.host;
  const context = call.host.createContext(call.principalId);
  const id = { tenant: '', id: taskId };
  const task: Task =
    method === 'task.get'
      ? await requestHandler.getTask({ ...id, historyLength: 0 }, context)
      : await requestHandler.cancelTask({ ...id, metadata: undefined }, context);
  return {
    kind: 'message',
    type: 'response',
    payload: { status: 'success', data: toTaskView(task) },
    taskId,
  };
}

/** Reads the answer that `task.reply` gives to a task that waits. */
export function toReplyMessage(
  envelope: UserMessage['envelope'],
  parameters: Readonly<Record<string, unknown>> & { readonly task_id: string },
): UserMessage {
  const { task_id: taskId, text, data } = parameters;
  const part = typeof text === 'string' ? toTextPart(text) : toDataPart(data);
  return { envelope, part, taskId };
}
