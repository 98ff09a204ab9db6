import type { SourceFile } from '@formwork/client';
import type { Json, Problem } from '@formwork/schema';
import { ENVELOPE_STATES, type ResultEnvelope } from '../../catalog/envelope-schema.ts';
import { isRecord } from '@formwork/schema/internal';

/** The key in `_meta` under which the bridge writes data for pages. */
export const META_KEY = 'dev.formwork/a2a';

/** The result of a call of a tool, read without trust in its shape. */
export interface ReadAnswer {
  readonly isError: boolean;
  /** Of all blocks of text. */
  readonly text: string;
  readonly data: Json | undefined;
  readonly envelope: ResultEnvelope | undefined;
  /** Why there is no result; `''` if the bridge does not say. */
  readonly code: string;
  readonly problems: readonly Problem[];
  /** Words of the agent beside its result; `''` if there are none. */
  readonly conclusion: string;
  readonly progress: { readonly text: string; readonly fraction?: number };
  /** Files whose bytes are in the answer, and links to others. */
  readonly files: readonly SourceFile[];
}

/** Reads a result that came over the host, without trust in its shape. */
export function readAnswer(result: unknown, isEnvelope: boolean): ReadAnswer {
  const { content, structuredContent, isError, _meta: meta } = isRecord(result) ? result : {};
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
  const own = isRecord(meta) ? meta[META_KEY] : undefined;
  const { envelope, code, problems, progress, conclusion } = isRecord(own) ? own : {};
  const texts = blocks.flatMap((block) =>
    typeof block['text'] === 'string' ? [block['text']] : [],
  );
  const text = texts.join('\n');
  // The data is the first block; other words follow.
  const data = structuredContent ?? parse(text) ?? parse(texts[0] ?? '');
  const whole = envelope ?? (isEnvelope ? data : undefined);
  const known = readEnvelope(whole);
  return {
    isError: isError === true,
    text,
    // It came as JSON.
    data: data as Json | undefined,
    envelope: known,
    code: typeof code === 'string' ? code : '',
    problems: Array.isArray(problems) ? problems.filter(isProblem) : [],
    conclusion: typeof conclusion === 'string' ? conclusion : '',
    progress: readProgress(progress),
    files: withNames(blocks.flatMap(readFiles), known),
  };
}

/** Takes the names of pictures from the envelope: blocks have none, but the same order. */
function withNames(
  files: readonly SourceFile[],
  envelope: ResultEnvelope | undefined,
): readonly SourceFile[] {
  // The output is shown as what it is.
  const own = files.filter((file) => file.kind !== 'url' || file.url !== envelope?.output_uri);
  const listed = envelope?.files ?? [];
  if (listed.length !== own.length) return own;
  return own.map((file, at) => ({ ...file, name: listed[at]?.name ?? file.name }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Names of members that hold text. */
const TEXTS = new Set(['task_id', 'context_id', 'schema', 'output_uri', 'text', 'url']);

/** The envelope, without members of a wrong type; `undefined` for anything else. */
function readEnvelope(told: unknown): ResultEnvelope | undefined {
  const state = isRecord(told) ? ENVELOPE_STATES.find((one) => one === told['state']) : undefined;
  if (!isRecord(told) || state === undefined) return undefined;
  const texts = Object.entries(told).filter(
    ([name, value]) => TEXTS.has(name) && typeof value === 'string',
  );
  const { output, files, question } = told;
  const { text, reply_schema: schema } = isRecord(question) ? question : {};
  const asked = {
    text: typeof text === 'string' ? text : '',
    ...(isRecord(schema) && { reply_schema: schema }),
  };
  return {
    ...Object.fromEntries(texts),
    state,
    ...(output !== undefined && { output }),
    ...(Array.isArray(files) && { files: files.filter(isListed) }),
    ...(state === 'input_required' && { question: asked }),
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

function readProgress(told: unknown): ReadAnswer['progress'] {
  if (!isRecord(told)) return { text: '' };
  const { text, fraction } = told;
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

/** A resource with its bytes, as an answer or the bridge itself gives it. */
export function readEmbedded(resource: Readonly<Record<string, unknown>>): readonly SourceFile[] {
  const { uri, mimeType, text, blob } = resource;
  const name = typeof uri === 'string' ? decodeName(uri) : '';
  const mediaType = typeof mimeType === 'string' ? mimeType : '';
  if (typeof blob === 'string') return [{ kind: 'bytes', name, mediaType, base64: blob }];
  if (typeof text !== 'string') return [];
  const bytes = new TextEncoder().encode(text);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
  return [{ kind: 'bytes', name, mediaType, base64 }];
}

/** The last part of an address; `''` for a sealed one, which has no name in it. */
function decodeName(uri: string): string {
  const last = uri.slice(uri.lastIndexOf('/') + 1);
  if (uri.includes('/parts/')) return '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
