import type { Message, Part } from '@a2a-js/sdk';
import type { Agent } from '@formwork/core';
import { fromSchemaMode } from '@formwork/core/internal';
import type { TaskSnapshot } from '@formwork/runtime';
import { cutText, hideSecrets, listSecretValues, removeSecrets } from '@formwork/schema/internal';
import type { ResultPart, TaskDetail, TaskEntry, TaskInput } from '../api.ts';

/** The agent as the reader of a task may see it: its schemas tell which values are secrets. */
export interface TaskReaderOptions {
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
  const hide = createHider(task, options);
  const input = toTaskInput(task, options);
  const { id, state, createdAt, statusTimestamp, metadata, invocation } = task;
  const { skillId } = invocation;
  const title: unknown = metadata['title'];
  return {
    id,
    ...(skillId !== undefined && { skill: skillId }),
    state,
    createdAt,
    changedAt: statusTimestamp,
    ...(typeof title === 'string' && { title: hide(title) }),
    summary: hide(summarize(input.kind === 'text' ? input.text : input.data)),
  };
}

/** Makes the whole view of a task, without secrets. */
export function toTaskDetail(task: TaskSnapshot, options: TaskReaderOptions): TaskDetail {
  const hide = createHider(task, options);
  const { statusMessage, artifacts } = task;
  const message = statusMessage === undefined ? '' : hide(toWords(statusMessage));
  return {
    ...toTaskEntry(task, options),
    input: toTaskInput(task, options),
    result: artifacts.flatMap(({ artifactId, parts }) =>
      parts.flatMap((part) => toResultPart(artifactId, part, { ...options, hide })),
    ),
    ...(message !== '' && { message }),
  };
}

/** Makes the function that hides the secrets of a task's input in a text. */
function createHider(
  { invocation }: TaskSnapshot,
  { agent }: TaskReaderOptions,
): (text: string) => string {
  if (invocation.kind === 'text') return (text) => text;
  const schema = agent.schemas.get(invocation.schema)?.schema;
  if (schema === undefined) return (text) => text;
  const all = listSecretValues(schema, invocation.data);
  const secrets = all.filter(({ length }) => length >= MIN_SECRET);
  return secrets.length === 0 ? (text) => text : (text) => hideSecrets(text, secrets);
}

function toTaskInput(
  { invocation }: TaskSnapshot,
  { agent, isStrict = false }: TaskReaderOptions,
): TaskInput {
  if (invocation.kind === 'text') return { kind: 'text', text: invocation.text };
  const { schema: name, data } = invocation;
  const schema = agent.schemas.get(name)?.schema;
  if (schema !== undefined)
    return { kind: 'data', schema: name, data: removeSecrets(schema, data) };
  return { kind: 'data', schema: name, ...(!isStrict && { data }) };
}

function toResultPart(
  artifact: string,
  part: Part,
  { agent, isStrict = false, hide }: TaskReaderOptions & { hide: (text: string) => string },
): readonly ResultPart[] {
  const { content, filename: name, mediaType } = part;
  switch (content?.$case) {
    case 'text':
      return name === ''
        ? [{ kind: 'text', artifact, text: hide(content.value) }]
        : [toFile(artifact, part, Buffer.from(content.value).toString('base64'))];
    case 'data': {
      const schemaName = findSchemaName(part);
      const schema = schemaName === undefined ? undefined : agent.schemas.get(schemaName)?.schema;
      if (schema === undefined && isStrict) return [];
      const data = schema === undefined ? content.value : removeSecrets(schema, content.value);
      const named = schemaName === undefined ? {} : { schema: schemaName };
      return [{ kind: 'data', artifact, ...named, data: hideInData(data, hide) }];
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
  const named: unknown = metadata?.['mimeType'];
  return fromSchemaMode(typeof named === 'string' ? named : mediaType);
}

/** Hides secrets in the texts of data, at any depth. */
function hideInData(data: unknown, hide: (text: string) => string): unknown {
  if (typeof data === 'string') return hide(data);
  if (Array.isArray(data)) return data.map((item) => hideInData(item, hide));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, member]) => [name, hideInData(member, hide)]),
  );
}

function toWords({ parts }: Message): string {
  return parts
    .flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : []))
    .join('\n');
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
