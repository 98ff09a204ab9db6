import { type Artifact, type Message, type Part, Role } from '@a2a-js/sdk';
import type { Agent } from '@formwork/core';
import type { JsonSchema } from '@formwork/schema';
import { hideSecrets, isOneOf, listSecretValues } from '@formwork/schema/internal';
import { cutText, parseJson } from '@formwork/schema/json';
import { readLog } from '../engine/log-pages.ts';
import type { TaskEngine, TaskSummary } from '../engine/task-engine.ts';
import type { TaskEvent } from '../engine/task-event.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { readQuestion } from '../messages/follow-up-form.ts';
import { listInputSecrets } from '../messages/input-secrets.ts';

/** What was said in a task, as JSON; values that a schema marks `writeOnly` are `[secret]`. */
export interface TaskContents {
  readonly input: unknown;
  readonly history: unknown;
  readonly artifacts: unknown;
  readonly metadata: unknown;
  readonly statusMessage: unknown;
  /** The questions that the task has asked, the first one first. */
  readonly questions: readonly SaidQuestion[];
  /** The events of the log, the newest last; the oldest are left out if there are too many. */
  readonly events: readonly unknown[];
}

/** A question of a task, with its text. */
interface SaidQuestion {
  readonly number: number;
  readonly prompt: string;
  /** JSON that the agent shows beside the question; absent if it shows none. */
  readonly about?: unknown;
}

/**
 * The reason why the contents of a task cannot be shown: it is gone, or the agent no longer has the
 * schema that says which of its values are secret.
 */
export type ContentsRefusal = 'gone' | 'schema-missing';

/** The largest number of events that are shown. */
const MAX_EVENTS = 500;

/** The longest text that is shown whole, in characters; files would be many megabytes. */
const MAX_TEXT = 20_000;

/**
 * Reads what was said in a task, for an operator who has asked for it. The secrets of its input and
 * its answers are hidden wherever they stand, also in results and texts.
 */
export async function readContents(
  engine: Pick<TaskEngine, 'get' | 'read'>,
  { task, agent }: { readonly task: TaskSummary; readonly agent: Agent },
): Promise<TaskContents | ContentsRefusal> {
  const snapshot = await engine.get(task.scope, task.taskId);
  if (snapshot === undefined) return 'gone';
  const events: TaskEvent[] = [];
  for await (const event of readLog(engine, task)) events.push(event);
  const secrets = listTaskSecrets(agent, snapshot, events);
  if (secrets === undefined) return 'schema-missing';
  const show = (value: unknown): unknown => copyWithoutSecrets(value, secrets);
  const { invocation, history, artifacts, metadata, statusMessage } = snapshot;
  return {
    input: show(invocation.kind === 'structured' ? invocation.data : invocation.text),
    history: show(history.map(toPlainMessage)),
    artifacts: show(artifacts.map(toPlainArtifact)),
    metadata: show(metadata),
    statusMessage: show(statusMessage && toPlainMessage(statusMessage)),
    questions: listQuestions(events).map(({ number, prompt, about }) => ({
      number,
      prompt: String(show(prompt)),
      ...(about !== undefined && { about: show(about) }),
    })),
    events: events.slice(-MAX_EVENTS).map((event) => show(toPlainEvent(event))),
  };
}

/** Lists the questions that a log asks, each as it was asked last. */
function listQuestions(events: readonly TaskEvent[]): readonly SaidQuestion[] {
  const questions = new Map<number, SaidQuestion>();
  for (const { event } of events) {
    const question = event.kind === 'status' ? readQuestion(event.message) : undefined;
    if (question === undefined) continue;
    const { question: number, prompt, assignment } = question;
    questions.set(number, { number, prompt, about: assignment?.about });
  }
  return [...questions.values()];
}

/**
 * Lists the secret values of a task's input, and of its answers by the forms of its questions;
 * `undefined` if the agent lacks the schema of the input.
 */
function listTaskSecrets(
  agent: Agent,
  snapshot: TaskSnapshot,
  events: readonly TaskEvent[],
): readonly string[] | undefined {
  const { invocation } = snapshot;
  if (invocation.kind === 'structured' && !agent.inputSchemas.has(invocation.schema)) {
    return undefined;
  }
  const secrets = [...listInputSecrets(agent, invocation)];
  let form: JsonSchema | undefined;
  for (const { event } of events) {
    if (event.kind === 'status') form = readQuestion(event.message)?.form?.schema ?? form;
    if (form === undefined) continue;
    if (event.kind === 'memo') secrets.push(...listSecretValues(form, event.value));
    // An answer that did not fit is only a message, and may have secrets all the same.
    if (event.kind === 'message') {
      for (const { content } of event.message.parts) {
        if (content?.$case === 'data') secrets.push(...listSecretValues(form, content.value));
        if (content?.$case === 'text') {
          secrets.push(...listSecretValues(form, parseJson(content.value)));
        }
      }
    }
  }
  return secrets;
}

/** Returns a message as people read it: who says what, without the members that are empty. */
function toPlainMessage({ role, parts, metadata }: Message): object {
  return {
    role: role === Role.ROLE_AGENT ? 'agent' : 'user',
    parts: parts.map(toPlainPart),
    ...(metadata !== undefined && { metadata }),
  };
}

function toPlainPart({ content, mediaType, filename, metadata }: Part): object {
  return {
    ...(content !== undefined && { [content.$case]: content.value }),
    ...(mediaType !== '' && { mediaType }),
    ...(filename !== '' && { filename }),
    ...(metadata !== undefined && { metadata }),
  };
}

function toPlainArtifact({ artifactId, name, parts, metadata }: Artifact): object {
  return {
    artifactId,
    ...(name !== '' && { name }),
    parts: parts.map(toPlainPart),
    ...(metadata !== undefined && { metadata }),
  };
}

function toPlainEvent({ seq, timestamp, event }: TaskEvent): object {
  switch (event.kind) {
    case 'status': {
      const { kind, state, message } = event;
      const messageField = message === undefined ? {} : { message: toPlainMessage(message) };
      return { seq, timestamp, kind, state, ...messageField };
    }
    case 'artifact':
      return { seq, timestamp, ...event, artifact: toPlainArtifact(event.artifact) };
    case 'message':
      return { seq, timestamp, kind: event.kind, message: toPlainMessage(event.message) };
    case 'metadata':
    case 'memo':
      return { seq, timestamp, ...event };
  }
}

/** Copies a value for JSON: without secrets, with long texts cut and bytes counted. */
function copyWithoutSecrets(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') {
    const text = hideSecrets(value, secrets);
    return text.length <= MAX_TEXT ? text : `${cutText(text, MAX_TEXT)} (${text.length})`;
  }
  // A number may be a secret, such as a PIN.
  if (typeof value === 'number') return isOneOf(String(value), secrets) ? '[secret]' : value;
  if (value instanceof Uint8Array) return `${value.byteLength} bytes`;
  if (Array.isArray(value)) return value.map((item) => copyWithoutSecrets(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      hideSecrets(name, secrets),
      copyWithoutSecrets(member, secrets),
    ]),
  );
}
