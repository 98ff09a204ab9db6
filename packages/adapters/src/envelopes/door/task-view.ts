import { Task, TaskState, type Artifact, type Message, type TaskStatus } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { isRecord } from '@formwork/schema/internal';
import { toMessageText } from '@formwork/core/internal';
import type { EnvelopeErrorCode } from '../errors.ts';

/** The state of a task, as A2A names it, in lower case. */
export type ShownState =
  | 'submitted'
  | 'working'
  | 'input-required'
  | 'auth-required'
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'rejected';

/** Names a state; one that the SDK does not know counts as working. */
export function toShownState(status: TaskStatus | undefined): ShownState {
  switch (status?.state) {
    case TaskState.TASK_STATE_SUBMITTED:
      return 'submitted';
    case TaskState.TASK_STATE_INPUT_REQUIRED:
      return 'input-required';
    case TaskState.TASK_STATE_AUTH_REQUIRED:
      return 'auth-required';
    case TaskState.TASK_STATE_COMPLETED:
      return 'completed';
    case TaskState.TASK_STATE_FAILED:
      return 'failed';
    case TaskState.TASK_STATE_CANCELED:
      return 'canceled';
    case TaskState.TASK_STATE_REJECTED:
      return 'rejected';
    case TaskState.TASK_STATE_WORKING:
    case TaskState.TASK_STATE_UNSPECIFIED:
    case TaskState.UNRECOGNIZED:
    case undefined:
      return 'working';
  }
}

/** JSON that goes into a message. */
export type JsonFields = Readonly<Record<string, unknown>>;

/** Shows a task's id, state and last status message. */
export function toProgress(taskId: string, status: TaskStatus | undefined): JsonFields {
  const text = status?.message === undefined ? '' : toMessageText(status.message);
  const fraction: unknown = status?.message?.metadata?.['progress'];
  return {
    task_id: taskId,
    state: toShownState(status),
    ...(text !== '' && { text }),
    ...(typeof fraction === 'number' && { fraction }),
    ...(status?.timestamp !== undefined && { updated_at: status.timestamp }),
  };
}

/** Shows a whole task, for the methods `task.get` and `task.cancel`. */
export function toTaskView(task: Task): JsonFields {
  const question = readQuestion(task.status?.message);
  return {
    ...toProgress(task.id, task.status),
    ...(task.artifacts.length > 0 && { output: toOutput(task), artifacts: toArtifacts(task) }),
    ...(question && { question }),
  };
}

/** The id of the artifact that carries what a handler returns. */
const RESULT_ARTIFACT_ID = 'result';

/**
 * Makes the `data` of a successful response: the result if it is a JSON object; else its text as
 * `text`, other JSON as `result`, and everything else as `artifacts`.
 */
function toOutput(task: Task): JsonFields {
  const parts = task.artifacts.find(isResult)?.parts ?? [];
  const [part, second] = parts;
  const data: unknown = part?.content?.$case === 'data' ? part.content.value : undefined;
  if (isRecord(data) && second === undefined) return data;
  const text = parts
    .flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : []))
    .join('\n');
  const others = toArtifacts(task).filter(({ artifactId }) => artifactId !== RESULT_ARTIFACT_ID);
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
function toArtifacts(task: Task): readonly JsonFields[] {
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
const CODES: Readonly<Partial<Record<ShownState, EnvelopeErrorCode>>> = {
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
export function toResponsePayload(task: Task): JsonFields | undefined {
  const state = toShownState(task.status);
  if (state === 'completed') return { status: 'success', data: toOutput(task) };
  const code = CODES[state];
  if (code === undefined) return undefined;
  const question = readQuestion(task.status?.message);
  const { text, ...details } = toProgress(task.id, task.status);
  const message = typeof text === 'string' ? text : `Task ${task.id} is ${state}.`;
  return {
    status: 'error',
    error: { code, message, details: { ...details, ...(question && { question }) } },
  };
}
