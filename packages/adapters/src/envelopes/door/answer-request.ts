import { Artifact, type StreamResponse, type TaskStatus } from '@a2a-js/sdk';
import type { Agent, AnySkill } from '@formwork/core';
import { toMessageText } from '@formwork/core/internal';
import { UnavailableError } from '@formwork/runtime';
import { createTextPart } from '@formwork/runtime/internal';
import { toRecord } from '@formwork/schema/json';
import { TimeLimit } from '../../time-limit.ts';
import { EnvelopeRefusedError } from '../errors.ts';
import type { Call, EnvelopeAnswer } from './call.ts';
import {
  answerAboutTask,
  isTaskMethod,
  readTaskParameters,
  createReplyMessage,
  createDataPart,
  createSendRequest,
  type UserMessage,
} from './task-methods.ts';
import { type JsonFields, showProgress, createResponsePayload, nameState } from './task-view.ts';

/** Answers a `request` with the result of its skill (Request Message Schema). */
export async function answerRequest(call: Call): Promise<EnvelopeAnswer> {
  const { message, caller, settings } = call;
  const peer = { caller, agentId: message.sender_id };
  if (settings.requireHandshake && !(await settings.connections.isOpen(peer))) {
    throw new EnvelopeRefusedError(
      `Cannot take the request because "${message.sender_id}" is not connected. Send a handshake first.`,
      { errorCode: 'FORBIDDEN' },
    );
  }
  const method = String(message.payload['method']);
  const parameters = toRecord(message.payload['parameters']);
  if (!isTaskMethod(method)) return run(call, createFirstMessage(call, method, parameters));
  const checked = readTaskParameters(method, parameters);
  return method === 'task.reply'
    ? run(call, createReplyMessage(message, checked))
    : answerAboutTask(call, method, checked.task_id);
}

function createFirstMessage(
  { message: envelope, host, caller }: Call,
  method: string,
  parameters: Readonly<Record<string, unknown>>,
): UserMessage {
  const target = findTarget(host.agentFor(caller), method);
  const { skillId } = target;
  if (target.kind === 'data') {
    return { envelope, skillId, part: createDataPart(parameters, target.schema) };
  }
  const { text } = parameters;
  if (typeof text === 'string' && text !== '')
    return { envelope, skillId, part: createTextPart(text) };
  throw new EnvelopeRefusedError(
    `Cannot run ${skillId} because payload.parameters.text must be text that is not empty: current value is ${typeof text === 'string' ? '""' : typeof text}`,
    { errorCode: 'VALIDATION_FAILED', details: { pointer: '/payload/parameters/text' } },
  );
}

async function run(call: Call, userMessage: UserMessage): Promise<EnvelopeAnswer> {
  const { host, settings } = call;
  const context = host.createContext(call.caller);
  const events: AsyncGenerator<StreamResponse, void, undefined> =
    host.requestHandler.sendMessageStream(createSendRequest(userMessage), context);
  if (call.isStream) {
    const payloads = streamTask(events, (taskId) => readResponse(call, taskId));
    return { kind: 'stream', payloads, stop: () => void events.return().catch(() => {}) };
  }
  const followed = await followTask(events, settings);
  switch (followed.kind) {
    case 'text':
      return {
        kind: 'message',
        type: 'response',
        payload: { status: 'success', data: { text: followed.text } },
      };
    case 'rest': {
      const payload = await readResponse(call, followed.taskId);
      return { kind: 'message', type: 'response', payload, taskId: followed.taskId };
    }
    case 'late':
      throw createLateError(call, showProgress(followed.taskId, followed.status));
  }
}

/** Makes the response about a task that has ended or waits for an answer, from the stored task. */
async function readResponse(
  call: Call,
  taskId: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { host } = call;
  // The events ended before they named their task, because the server closes.
  if (taskId === '') throw new UnavailableError();
  const context = host.createContext(call.caller);
  const task = await host.requestHandler.getTask(
    { tenant: '', id: taskId, historyLength: 0 },
    context,
  );
  const payload = createResponsePayload(task);
  if (payload !== undefined) return payload;
  if (host.closing.aborted) throw new UnavailableError();
  // Other people have to answer the task's question, or one has, so that the task runs again.
  throw createLateError(call, showProgress(taskId, task.status));
}

/**
 * Makes the error for a task that has not ended within the time to wait. The document has no code
 * for it, so the caller is asked to come back later.
 */
function createLateError(
  { settings }: Call,
  progress: Readonly<Record<string, unknown>>,
): EnvelopeRefusedError {
  const seconds = settings.waitMs / 1_000;
  const explanation =
    progress['state'] === 'input-required'
      ? 'The task waits for other people.'
      : `The task goes on, and has not ended within ${seconds} s.`;
  return new EnvelopeRefusedError(
    `${explanation} Send the same request again, or task.get, to go on waiting.`,
    {
      errorCode: 'TIMEOUT',
      details: progress,
      retryAfter: settings.retryAfterSeconds,
    },
  );
}

/** The skill and the input schema that the method of a request names. */
type Target =
  | { readonly kind: 'data'; readonly skillId: string; readonly schema: string }
  | { readonly kind: 'text'; readonly skillId: string };

/** The maximum number of methods, or of candidates for an ambiguous one, that an error lists. */
const SHOWN_METHODS = 50;

/**
 * Finds the target of a method, which is the id of a skill, the name of an input schema, or both as
 * `SKILL/SCHEMA`.
 *
 * @throws EnvelopeRefusedError for a method that names nothing, or several things
 */
function findTarget(agent: Agent, method: string): Target {
  const targets = agent.skills.flatMap((skill) =>
    [...skill.inputs.keys()]
      .filter((schema) => [skill.id, schema, `${skill.id}/${schema}`].includes(method))
      .map((schema): Target => ({ kind: 'data', skillId: skill.id, schema })),
  );
  const textSkill = agent.skills.find((skill) => skill.id === method && isTextOnly(skill));
  if (textSkill !== undefined) targets.push({ kind: 'text', skillId: textSkill.id });
  const [target, second] = targets;
  if (target !== undefined && second === undefined) return target;
  if (target !== undefined) throw createAmbiguousError(method, targets);
  const methods = agent.skills.map(({ id }) => id).slice(0, SHOWN_METHODS);
  throw new EnvelopeRefusedError(
    `Cannot run the request because payload.method must be the id of a skill or the name of an input schema of this agent: current value is ${JSON.stringify(method)}`,
    { errorCode: 'METHOD_NOT_ALLOWED', details: { pointer: '/payload/method', methods } },
  );
}

function createAmbiguousError(method: string, targets: readonly Target[]): EnvelopeRefusedError {
  const candidates = targets
    .map((target) =>
      target.kind === 'data' ? `${target.skillId}/${target.schema}` : target.skillId,
    )
    .slice(0, SHOWN_METHODS);
  return new EnvelopeRefusedError(
    `Cannot run the request because payload.method must mean one thing: current value is ${JSON.stringify(method)}, which may be any of ${candidates.slice(0, 5).join(', ')}`,
    { errorCode: 'METHOD_NOT_ALLOWED', details: { pointer: '/payload/method', candidates } },
  );
}

function isTextOnly(skill: AnySkill): boolean {
  return skill.inputs.size === 0 && skill.text !== undefined;
}

/** The outcome of following the task of a request, or the text of an agent that made no task. */
type FollowedTask =
  /** The task has ended, waits for an answer, or cannot be followed any further. */
  | { readonly kind: 'rest'; readonly taskId: string }
  /** The time to wait was over while the task was still at work. */
  | { readonly kind: 'late'; readonly taskId: string; readonly status: TaskStatus | undefined }
  | { readonly kind: 'text'; readonly text: string };

/**
 * Reads the events of a task until it ends or waits for an answer, or until `waitMs` milliseconds
 * have passed.
 */
async function followTask(
  events: AsyncGenerator<StreamResponse, void, undefined>,
  { waitMs }: { readonly waitMs: number },
): Promise<FollowedTask> {
  let taskId = '';
  let status: TaskStatus | undefined;
  const limit = new TimeLimit(waitMs);
  try {
    for (;;) {
      const next = events.next();
      // The id of the task has to be known first, or no caller could ask for the task later.
      const item = taskId === '' ? await next : await Promise.race([next, limit.over]);
      if (item === 'over') {
        next.catch(() => {});
        return { kind: 'late', taskId, status };
      }
      if (item.done === true) return { kind: 'rest', taskId };
      const { payload } = item.value;
      if (payload?.$case === 'message') return { kind: 'text', text: toMessageText(payload.value) };
      if (payload?.$case === 'task') ({ id: taskId, status } = payload.value);
      if (payload?.$case === 'statusUpdate') ({ status } = payload.value);
    }
  } finally {
    limit.end();
    // This promise is not awaited: it resolves only after the pending event has come or was given
    // up.
    events.return().catch(() => {});
  }
}

/**
 * Streams the payloads of responses about a task: one with `data.progress` for every event, then
 * the one that a caller without a stream gets.
 */
async function* streamTask(
  events: AsyncGenerator<StreamResponse, void, undefined>,
  readEnd: (taskId: string) => Promise<JsonFields>,
): AsyncGenerator<JsonFields, void, undefined> {
  let taskId = '';
  let status: TaskStatus | undefined;
  for await (const { payload } of events) {
    switch (payload?.$case) {
      case 'message':
        yield { status: 'success', data: { text: toMessageText(payload.value) } };
        return;
      case 'task':
        ({ id: taskId, status } = payload.value);
        break;
      case 'statusUpdate':
        ({ status } = payload.value);
        break;
      case 'artifactUpdate': {
        const { artifact, append, lastChunk } = payload.value;
        if (artifact === undefined || artifact.artifactId === 'result') continue;
        yield createFrame(taskId, status, {
          artifact: Artifact.toJSON(artifact),
          append,
          last: lastChunk,
        });
        continue;
      }
      case undefined:
        continue;
    }
    // The last payload of the stream tells of a task that has ended or waits for an answer.
    const isMoving = ['submitted', 'working'].includes(nameState(status));
    if (isMoving) yield createFrame(taskId, status);
  }
  yield await readEnd(taskId);
}

function createFrame(
  taskId: string,
  status: TaskStatus | undefined,
  fields: JsonFields = {},
): JsonFields {
  return { status: 'success', data: { progress: { ...showProgress(taskId, status), ...fields } } };
}
