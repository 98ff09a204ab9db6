import type { Part } from '@a2a-js/sdk';
import { type Agent, fromSchemaMode } from '@formwork/core';
import type { TaskSnapshot } from '@formwork/runtime';
import { hideInData, readQuestion, toMessageText } from '@formwork/runtime/internal';
import { hideSecrets, removeSecrets } from '@formwork/schema/internal';
import { cutText } from '@formwork/schema/json';
import type { AdapterHost } from '@formwork/server';
import type { ResultPart, TaskDetail, TaskEntry, TaskInput } from '../api.ts';

/** Who reads a task, and what they do not see of it. */
export interface TaskReaderOptions extends Pick<AdapterHost, 'listSecrets'> {
  /** The agent as the reader may see it: its schemas tell which parts of data are secrets. */
  readonly agent: Pick<Agent, 'schemas'>;
  /**
   * True leaves out data whose schema the reader's agent does not have, because nothing tells its
   * secrets. Default false, for the owner of the task.
   */
  readonly isStrict?: boolean;
}

/** The most characters of a summary. */
const MAX_SUMMARY = 200;

/** The most values of data that a summary looks at. */
const MAX_VALUES = 12;

/** The fewest characters of a secret that is hidden in texts: shorter ones stand in many words. */
const MIN_SECRET = 4;

/** Makes the entry of a task in a list, without secrets. */
export function toTaskEntry(task: TaskSnapshot, options: TaskReaderOptions): TaskEntry {
  const secrets = listLongSecrets(task, options);
  const input = toTaskInput(task, { ...options, secrets });
  const { id, state, createdAt, statusTimestamp, metadata, invocation } = task;
  const { skillId } = invocation;
  const title: unknown = metadata['title'];
  return {
    id,
    ...(skillId !== undefined && { skill: skillId }),
    state,
    ...(isForOthers(task) && { isForOthers: true as const }),
    createdAt,
    changedAt: statusTimestamp,
    ...(typeof title === 'string' && { title: hideSecrets(title, secrets) }),
    summary: summarize(input.kind === 'text' ? input.text : input.data),
  };
}

/** True for a task whose question is given to others: their answer makes it go on. */
function isForOthers({ state, statusMessage }: TaskSnapshot): boolean {
  const isAsking = state === 'input-required' || state === 'auth-required';
  return isAsking && readQuestion(statusMessage)?.assignment !== undefined;
}

/** Makes the whole view of a task, without secrets. */
export function toTaskDetail(task: TaskSnapshot, options: TaskReaderOptions): TaskDetail {
  const secrets = listLongSecrets(task, options);
  const reader = { ...options, secrets };
  const { statusMessage, artifacts } = task;
  const message =
    statusMessage === undefined ? '' : hideSecrets(toMessageText(statusMessage), secrets);
  return {
    ...toTaskEntry(task, options),
    input: toTaskInput(task, reader),
    result: artifacts.flatMap(({ artifactId, parts }) =>
      parts.flatMap((part) => toResultPart(artifactId, part, reader)),
    ),
    ...(message !== '' && { message }),
  };
}

/** The reader of one task, and the secrets that are hidden wherever they stand. */
interface TaskReader extends TaskReaderOptions {
  readonly secrets: readonly string[];
}

function listLongSecrets(
  task: TaskSnapshot,
  { listSecrets }: TaskReaderOptions,
): readonly string[] {
  return listSecrets(task).filter(({ length }) => length >= MIN_SECRET);
}

function toTaskInput(
  { invocation }: TaskSnapshot,
  { agent, isStrict = false, secrets }: TaskReader,
): TaskInput {
  if (invocation.kind === 'text') return { kind: 'text', text: invocation.text };
  const { schema: name, data } = invocation;
  const schema = agent.schemas.get(name)?.schema;
  if (schema === undefined && isStrict) return { kind: 'data', schema: name };
  const visible = schema === undefined ? data : removeSecrets(schema, data);
  return { kind: 'data', schema: name, data: hideInData(visible, secrets) };
}

function toResultPart(
  artifact: string,
  part: Part,
  { agent, isStrict = false, secrets }: TaskReader,
): readonly ResultPart[] {
  const { content, filename: name, mediaType } = part;
  switch (content?.$case) {
    case 'text':
      return name === ''
        ? [{ kind: 'text', artifact, text: hideSecrets(content.value, secrets) }]
        : [toFile(artifact, part, Buffer.from(content.value).toString('base64'))];
    case 'data': {
      const schemaName = findSchemaName(part);
      const schema = schemaName === undefined ? undefined : agent.schemas.get(schemaName)?.schema;
      if (schema === undefined && isStrict) return [];
      const data = schema === undefined ? content.value : removeSecrets(schema, content.value);
      const schemaField = schemaName === undefined ? {} : { schema: schemaName };
      return [{ kind: 'data', artifact, ...schemaField, data: hideInData(data, secrets) }];
    }
    case 'raw':
      return [toFile(artifact, part, content.value.toString('base64'))];
    case 'url':
      return [{ kind: 'file', artifact, name, mediaType, url: content.value }];
    case undefined:
      return [];
  }
}

function toFile(artifact: string, { filename, mediaType }: Part, bytes: string): ResultPart {
  return { kind: 'file', artifact, name: filename, mediaType, bytes };
}

function findSchemaName({ mediaType, metadata }: Part): string | undefined {
  const mimeType: unknown = metadata?.['mimeType'];
  return fromSchemaMode(typeof mimeType === 'string' ? mimeType : mediaType);
}

/** Returns the first values of data in one line. */
function summarize(data: unknown): string {
  const words: string[] = [];
  collect(data, words);
  return cutText(words.join(' · ').replaceAll(/\s+/gu, ' '), MAX_SUMMARY);
}

function collect(value: unknown, words: string[]): void {
  if (words.length >= MAX_VALUES) return;
  if (typeof value === 'string') {
    if (value.trim() !== '') words.push(value.slice(0, MAX_SUMMARY));
  } else if (typeof value === 'number') words.push(String(value));
  else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) collect(member, words);
  }
}
