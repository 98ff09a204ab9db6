import type { Artifact, Message, Part } from '@a2a-js/sdk';
import { FOLLOW_UP_FORMS_EXTENSION_URI, fromSchemaMode } from '@formwork/core/protocol';
import { toRecord, parseUrl } from '@formwork/schema/json';
import type { FormQuestion, ReceivedFile, TextQuestion } from '../outcome.ts';
import type { SchemaVetter } from '../schemas/remote-schema.ts';
import { readAssignment } from './read-assignment.ts';
import { parseForm, readSentData, type SentData, showData } from './sent-form.ts';

/** The data in a part of a message, and the name of the schema that its tag claims. */
export interface ReceivedData {
  readonly schema: string | undefined;
  readonly data: unknown;
}

/**
 * Joins the text of all text parts without anything in between, because the pieces of a stream may
 * be cut anywhere.
 */
export function readText(parts: readonly Part[]): string {
  return parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('');
}

/** Returns the files among the parts of a message, or of the artifact with the given name. */
export function readFiles(parts: readonly Part[], artifact = ''): readonly ReceivedFile[] {
  return parts.flatMap(({ content, filename: name, mediaType }): readonly ReceivedFile[] => {
    const base = { name, mediaType, artifact };
    if (content?.$case === 'raw') return [{ kind: 'bytes', ...base, bytes: content.value }];
    if (content?.$case === 'url') return [{ kind: 'url', ...base, url: content.value }];
    return [];
  });
}

/** Returns the files of an artifact. */
export function readArtifactFiles({ parts, name, artifactId }: Artifact): readonly ReceivedFile[] {
  return readFiles(parts, name === '' ? artifactId : name);
}

/** Returns the data parts of a message or an artifact, each with the schema that its tag claims. */
export function readData(parts: readonly Part[]): readonly ReceivedData[] {
  return parts.flatMap(({ content, metadata, mediaType }) => {
    const mimeType: unknown = metadata?.['mimeType'];
    const schema =
      (typeof mimeType === 'string' ? fromSchemaMode(mimeType) : undefined) ??
      (mediaType === '' ? undefined : fromSchemaMode(mediaType));
    if (content?.$case === 'data') return [{ schema, data: content.value as unknown }];
    // The SDK decodes `"data": null` as a part without content.
    return content === undefined && schema !== undefined ? [{ schema, data: null }] : [];
  });
}

/** A question of a task as it was read, without the methods that answer it. */
export type ReadQuestion =
  | Pick<FormQuestion, ReadField | 'name' | 'schema' | 'check'>
  | Pick<TextQuestion, ReadField | 'refused'>;

/** The fields of every question that are read from its message. */
type ReadField = 'kind' | 'prompt' | 'text' | 'number' | 'assignment';

/**
 * Reads the question in the status message of a task (follow-up forms, section 2); a message
 * without a form is a question in text.
 */
export function readQuestion(
  message: Message | undefined,
  {
    vet,
    statusAt,
  }: {
    readonly vet: SchemaVetter;
    readonly statusAt: string | undefined;
  },
): ReadQuestion {
  const parts = message?.parts ?? [];
  const metadata: unknown = message?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI];
  const { prompt, form, assignment } = toRecord(metadata);
  // An agent that knows the extension says all of its question in it.
  const isPlain = metadata === undefined;
  const parsedParts = isPlain ? parts.map((part) => parseForm(readText([part]))) : [];
  const words = readText(parts.filter((_part, index) => parsedParts[index] === undefined));
  const sentData = isPlain
    ? readSentData([
        ...readData(parts).map(({ data }) => data),
        ...parsedParts.filter((data) => data !== undefined),
      ])
    : NO_DATA;
  const text = joinTexts([words, sentData.form?.words ?? '', showData(sentData.plainData)]);
  const base = {
    prompt: typeof prompt === 'string' ? prompt : words || text,
    text,
    number: readNumber(message),
    assignment: readAssignment(assignment, { statusAt }),
  };
  const { name, schema = sentData.form?.schema } = toRecord(form);
  if (schema === undefined) return { kind: 'text', ...base, refused: [] };
  const outcome = vet(schema, sentData.form?.values);
  if (outcome.kind === 'refused') return { kind: 'text', ...base, refused: outcome.issues };
  return {
    kind: 'form',
    ...base,
    name: typeof name === 'string' ? name : '',
    schema: outcome.schema,
    check: outcome.createCheck(),
  };
}

const NO_DATA: SentData = { form: undefined, plainData: [] };

function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}

/**
 * Returns true for the message of a question that is given to other people than the caller of its
 * task, so that there is nothing to do here but wait.
 */
export function isForOthers(message: Message | undefined): boolean {
  const { assignment } = toRecord(message?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI]);
  return readAssignment(assignment, { statusAt: undefined }) !== undefined;
}

/** Reads the number of the question, or of the sign-in, that a status message asks for. */
export function readNumber(message: Message | undefined): number | undefined {
  const { question } = toRecord(message?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI]);
  return typeof question === 'number' ? question : undefined;
}

/**
 * Reads the web address at which a task wants its caller to sign in; `undefined` if its message
 * holds none.
 */
export function readAuthorizationUrl(message: Message | undefined): string | undefined {
  const metadata = toRecord(message?.metadata?.[FOLLOW_UP_FORMS_EXTENSION_URI]);
  const { url } = toRecord(metadata['authorization']);
  if (typeof url !== 'string') return undefined;
  return /^https?:$/u.test(parseUrl(url)?.protocol ?? '') ? url : undefined;
}
