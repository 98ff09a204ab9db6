import { Task, type Artifact, type Message, type TaskStatus } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { toMessageText } from '@formwork/core/internal';
import type { TaskStateName } from '@formwork/runtime';
import { fromProtocolState } from '@formwork/runtime/internal';
import { isRecord, toRecord } from '@formwork/schema/json';
import type { EnvelopeErrorCode } from '../errors.ts';

/** Returns the name of a task's state; a state that the SDK does not know counts as working. */
export function nameState(status: TaskStatus | undefined): TaskStateName {
  return (status && fromProtocolState(status.state)) ?? 'working';
}

/** A JSON object that becomes part of a message. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** Makes JSON of a task's id, state and last status message. */
export function showProgress(taskId: string, status: TaskStatus | undefined): JsonFields {
  const text = status?.message === undefined ? '' : toMessageText(status.message);
  const fraction: unknown = status?.message?.metadata?.['progress'];
  return {
    task_id: taskId,
    state: nameState(status),
    ...(text !== '' && { text }),
    ...(typeof fraction === 'number' && { fraction }),
    ...(status?.timestamp !== undefined && { updated_at: status.timestamp }),
  };
}

/** Makes JSON of a whole task, for the methods `task.get` and `task.cancel`. */
export function showTask(task: Task): JsonFields {
  const question = readQuestion(task.status?.message);
  return {
    ...showProgress(task.id, task.status),
    ...(task.artifacts.length > 0 && { output: showOutput(task), artifacts: showArtifacts(task) }),
    ...(question && { question }),
  };
}

/** The id of the artifact that holds the result of a handler. */
const RESULT_ARTIFACT_ID = 'result';

/**
 * Makes the `data` of a successful response: the result itself if it is a JSON object; else its
 * text under `text`, other JSON under `result`, and everything else under `artifacts`.
 */
function showOutput(task: Task): JsonFields {
  const parts = task.artifacts.find(isResult)?.parts ?? [];
  const [part, second] = parts;
  const data: unknown = part?.content?.$case === 'data' ? part.content.value : undefined;
  if (isRecord(data) && second === undefined) return data;
  const text = toMessageText({ parts });
  const artifacts = showArtifacts(task).filter(
    ({ artifactId }) => artifactId !== RESULT_ARTIFACT_ID,
  );
  return {
    ...(text !== '' && { text }),
    ...(data !== undefined && { result: data }),
    ...(artifacts.length > 0 && { artifacts }),
  };
}

function isResult({ artifactId }: Artifact): boolean {
  return artifactId === RESULT_ARTIFACT_ID;
}

/** Makes JSON of artifacts as A2A 1.0 writes them. */
function showArtifacts(task: Task): readonly JsonFields[] {
  const { artifacts } = Object(Task.toJSON(task)) as { artifacts?: readonly JsonFields[] };
  return artifacts ?? [];
}

/**
 * Makes JSON of the question of a waiting task: its prompt, and its schema or address if it has
 * one. `assigned_to` are those who have to answer it in place of the caller.
 */
function readQuestion(message: Message | undefined): JsonFields | undefined {
  const question: unknown = message?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  if (!isRecord(question)) return undefined;
  const form = toRecord(question['form']);
  const authorization = toRecord(question['authorization']);
  return {
    prompt: question['prompt'],
    ...('schema' in form && { schema_name: form['name'], schema: form['schema'] }),
    ...('url' in authorization && { url: authorization['url'] }),
    ...('details' in authorization && { details: authorization['details'] }),
    ...(isRecord(question['assignment']) && { assigned_to: question['assignment']['to'] }),
  };
}

/**
 * The error code for each state in which a task has ended without a result, or waits for an answer.
 */
const CODES: Readonly<Partial<Record<TaskStateName, EnvelopeErrorCode>>> = {
  failed: 'INTERNAL_ERROR',
  rejected: 'FORBIDDEN',
  // Without `retry_after`, this code means that the task will never finish.
  canceled: 'TIMEOUT',
  // The agent needs more data than the request had.
  'input-required': 'VALIDATION_FAILED',
  'auth-required': 'FORBIDDEN',
};

/**
 * Makes the payload of the response about a task that has ended or waits for an answer (Response
 * Message Schema); `undefined` for a task that is still at work, or waits for other people.
 */
export function createResponsePayload(task: Task): JsonFields | undefined {
  const state = nameState(task.status);
  if (state === 'completed') return { status: 'success', data: showOutput(task) };
  const code = CODES[state];
  if (code === undefined) return undefined;
  const question = readQuestion(task.status?.message);
  // The caller has nothing to add: the task goes on once the others have answered.
  if (question !== undefined && 'assigned_to' in question) return undefined;
  const { text, ...details } = showProgress(task.id, task.status);
  const message = typeof text === 'string' ? text : `Task ${task.id} is ${state}.`;
  return {
    status: 'error',
    error: { code, message, details: { ...details, ...(question && { question }) } },
  };
}
