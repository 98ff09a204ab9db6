import { Task, type Artifact, type Message, type TaskStatus } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import type { TaskStateName } from '@formwork/runtime';
import { fromProtocolState } from '@formwork/runtime/internal';
import { isRecord } from '@formwork/schema/internal';
import { toMessageText } from '@formwork/core/internal';
import type { EnvelopeErrorCode } from '../errors.ts';

/** Names a state; one that the SDK does not know counts as working. */
export function nameState(status: TaskStatus | undefined): TaskStateName {
  return (status && fromProtocolState(status.state)) ?? 'working';
}

/** JSON that goes into a message. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** Shows a task's id, state and last status message. */
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

/** Shows a whole task, for the methods `task.get` and `task.cancel`. */
export function showTask(task: Task): JsonFields {
  const question = readQuestion(task.status?.message);
  return {
    ...showProgress(task.id, task.status),
    ...(task.artifacts.length > 0 && { output: showOutput(task), artifacts: showArtifacts(task) }),
    ...(question && { question }),
  };
}

/** The id of the artifact that carries what a handler returns. */
const RESULT_ARTIFACT_ID = 'result';

/**
 * Makes the `data` of a successful response: the result if it is a JSON object; else its text as
 * `text`, other JSON as `result`, and everything else as `artifacts`.
 */
function showOutput(task: Task): JsonFields {
  const parts = task.artifacts.find(isResult)?.parts ?? [];
  const [part, second] = parts;
  const data: unknown = part?.content?.$case === 'data' ? part.content.value : undefined;
  if (isRecord(data) && second === undefined) return data;
  const text = parts
    .flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : []))
    .join('\n');
  const others = showArtifacts(task).filter(({ artifactId }) => artifactId !== RESULT_ARTIFACT_ID);
  return {
    ...(text !== '' && { text }),
    ...(data !== undefined && { result: data }),
    ...(others.length > 0 && { artifacts: others }),
  };
}

function isResult({ artifactId }: Artifact): boolean {
  return artifactId === RESULT_ARTIFACT_ID;
}

/** Writes artifacts as A2A 1.0 does. */
function showArtifacts(task: Task): readonly JsonFields[] {
  const { artifacts } = Object(Task.toJSON(task)) as { artifacts?: readonly JsonFields[] };
  return artifacts ?? [];
}

/** Reads the question that a task waits with: a prompt, and a schema or an address if it has one. */
function readQuestion(message: Message | undefined): JsonFields | undefined {
  const found: unknown = message?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  if (!isRecord(found)) return undefined;
  const form = isRecord(found['form']) ? found['form'] : {};
  const authorization = isRecord(found['authorization']) ? found['authorization'] : {};
  return {
    prompt: found['prompt'],
    ...('schema' in form && { schema_name: form['name'], schema: form['schema'] }),
    ...('url' in authorization && { url: authorization['url'] }),
    ...('details' in authorization && { details: authorization['details'] }),
  };
}

/** The code of each state in which a task rests without a result. */
const CODES: Readonly<Partial<Record<TaskStateName, EnvelopeErrorCode>>> = {
  failed: 'INTERNAL_ERROR',
  rejected: 'FORBIDDEN',
  // It will not finish: there is no retry_after beside it.
  canceled: 'TIMEOUT',
  // What came so far is not all that is needed.
  'input-required': 'VALIDATION_FAILED',
  'auth-required': 'FORBIDDEN',
};

/**
 * Makes the payload of the response to a task that has ended or waits (Response Message Schema);
 * `undefined` for a task that goes on.
 */
export function createResponsePayload(task: Task): JsonFields | undefined {
  const state = nameState(task.status);
  if (state === 'completed') return { status: 'success', data: showOutput(task) };
  const code = CODES[state];
  if (code === undefined) return undefined;
  const question = readQuestion(task.status?.message);
  const { text, ...details } = showProgress(task.id, task.status);
  const message = typeof text === 'string' ? text : `Task ${task.id} is ${state}.`;
  return {
    status: 'error',
    error: { code, message, details: { ...details, ...(question && { question }) } },
  };
}
