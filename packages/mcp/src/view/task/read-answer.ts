import type { SourceFile } from '@formwork/client';
import type { Json, Problem } from '@formwork/schema';
import { isRecord, toRecord } from '@formwork/schema/json';
import { ENVELOPE_STATES, type ResultEnvelope } from '../../catalog/envelope-schema.ts';
import { encodeBase64 } from './encode-base64.ts';

/** The key in `_meta` under which the bridge puts data for pages. */
export const META_KEY = 'dev.formwork/a2a';

/** The result of a call of a tool, with every field checked. */
export interface ReadAnswer {
  readonly isError: boolean;
  /** The text of all text blocks in the result. */
  readonly text: string;
  readonly data: Json | undefined;
  readonly envelope: ResultEnvelope | undefined;
  /** The bridge's code for the reason why there is no result; `''` if it gives none. */
  readonly code: string;
  readonly problems: readonly Problem[];
  /** The agent's words beside its result; `''` if there are none. */
  readonly conclusion: string;
  readonly progress: { readonly text: string; readonly fraction?: number };
  /** The files whose bytes are in the answer, and links to the others. */
  readonly files: readonly SourceFile[];
}

/** Reads a result that came from the host, without trusting its shape. */
export function readAnswer(result: unknown, isEnvelope: boolean): ReadAnswer {
  const { content, structuredContent, isError, _meta: meta } = toRecord(result);
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
  const facts = isRecord(meta) ? meta[META_KEY] : undefined;
  const { envelope, code, problems, progress, conclusion } = toRecord(facts);
  const texts = blocks.flatMap((block) =>
    typeof block['text'] === 'string' ? [block['text']] : [],
  );
  const text = texts.join('\n');
  // The first text block repeats the data; other text follows.
  const data = structuredContent ?? parse(text) ?? parse(texts[0] ?? '');
  const whole = envelope ?? (isEnvelope ? data : undefined);
  const parsedEnvelope = readEnvelope(whole);
  return {
    isError: isError === true,
    text,
    // The value was parsed from JSON.
    data: data as Json | undefined,
    envelope: parsedEnvelope,
    code: typeof code === 'string' ? code : '',
    problems: Array.isArray(problems) ? problems.filter(isProblem) : [],
    conclusion: typeof conclusion === 'string' ? conclusion : '',
    progress: readProgress(progress),
    files: withNames(blocks.flatMap(readFiles), parsedEnvelope),
  };
}

/**
 * Gives pictures the names in the envelope, in the same order, because image blocks have no names.
 */
function withNames(
  files: readonly SourceFile[],
  envelope: ResultEnvelope | undefined,
): readonly SourceFile[] {
  // Drops the link to the output, because the output itself is shown.
  const attachments = files.filter(
    (file) => file.kind !== 'url' || file.url !== envelope?.output_uri,
  );
  const listed = envelope?.files ?? [];
  if (listed.length !== attachments.length) return attachments;
  return attachments.map((file, at) => ({ ...file, name: listed[at]?.name ?? file.name }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The names of the envelope's members that hold text. */
const TEXTS = new Set(['task_id', 'context_id', 'schema', 'output_uri', 'text', 'url']);

/**
 * Reads an envelope and drops its members of a wrong type; `undefined` for anything that is not an
 * envelope.
 */
function readEnvelope(envelope: unknown): ResultEnvelope | undefined {
  const state = isRecord(envelope)
    ? ENVELOPE_STATES.find((name) => name === envelope['state'])
    : undefined;
  if (!isRecord(envelope) || state === undefined) return undefined;
  const texts = Object.entries(envelope).filter(
    ([name, value]) => TEXTS.has(name) && typeof value === 'string',
  );
  const { output, files, question } = envelope;
  const { text, reply_schema: schema } = toRecord(question);
  const shownQuestion = {
    text: typeof text === 'string' ? text : '',
    ...(isRecord(schema) && { reply_schema: schema }),
  };
  return {
    ...Object.fromEntries(texts),
    state,
    ...(output !== undefined && { output }),
    ...(Array.isArray(files) && { files: files.filter(isListed) }),
    ...(state === 'input_required' && { question: shownQuestion }),
  };
}

function isListed(value: unknown): value is NonNullable<ResultEnvelope['files']>[number] {
  return isRecord(value) && typeof value['name'] === 'string';
}

function isProblem(value: unknown): value is Problem {
  return (
    isRecord(value) &&
    ['pointer', 'keyword', 'expected', 'message'].every((name) => typeof value[name] === 'string')
  );
}

function readProgress(value: unknown): ReadAnswer['progress'] {
  if (!isRecord(value)) return { text: '' };
  const { text, fraction } = value;
  return {
    text: typeof text === 'string' ? text : '',
    ...(typeof fraction === 'number' && fraction >= 0 && fraction <= 1 && { fraction }),
  };
}

function readFiles(block: Readonly<Record<string, unknown>>, at: number): readonly SourceFile[] {
  const { type, data, mimeType, uri, name, resource } = block;
  const mediaType = typeof mimeType === 'string' ? mimeType : '';
  if ((type === 'image' || type === 'audio') && typeof data === 'string') {
    return [{ kind: 'bytes', name: `${type} ${at + 1}`, mediaType, base64: data }];
  }
  if (type === 'resource_link' && typeof uri === 'string') {
    return [{ kind: 'url', name: typeof name === 'string' ? name : uri, mediaType, url: uri }];
  }
  if (type !== 'resource' || !isRecord(resource)) return [];
  return readEmbedded(resource);
}

/**
 * Reads a resource with its bytes, as it appears in an answer or when it is read from the bridge.
 */
export function readEmbedded(resource: Readonly<Record<string, unknown>>): readonly SourceFile[] {
  const { uri, mimeType, text, blob } = resource;
  const name = typeof uri === 'string' ? decodeName(uri) : '';
  const mediaType = typeof mimeType === 'string' ? mimeType : '';
  if (typeof blob === 'string') return [{ kind: 'bytes', name, mediaType, base64: blob }];
  if (typeof text !== 'string') return [];
  const base64 = encodeBase64(new TextEncoder().encode(text));
  return [{ kind: 'bytes', name, mediaType, base64 }];
}

/**
 * Returns the last part of an address as a file's name; `''` for an address of the bridge, which is
 * encrypted and contains no name.
 */
function decodeName(uri: string): string {
  const last = uri.slice(uri.lastIndexOf('/') + 1);
  if (uri.includes('/parts/')) return '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
