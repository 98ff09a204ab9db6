import type { ReceivedFile } from '@formwork/client';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Envelope } from '../catalog/envelope-schema.ts';
import { toCleanLine } from '../text/to-clean-text.ts';

type Block = CallToolResult['content'][number];

/** Most bytes of an image or a sound, and of a text, that go into the answer itself. */
const MAX_INLINE = 1_048_576;
const MAX_TEXT = 16_384;

/** Most files of one answer. */
const MAX_FILES = 50;

/** Files as a host takes them: in the answer if they are small, and by address in any case. */
export interface FileBlocks {
  readonly blocks: readonly Block[];
  readonly listed: NonNullable<Envelope['files']>;
}

/** Options of {@link toFileBlocks}. */
export interface FileBlocksOptions {
  /** The address of a file by its place; `undefined` if it cannot be had again. */
  readonly toUri: (index: number) => string | undefined;
}

export function toFileBlocks(
  files: readonly ReceivedFile[],
  { toUri }: FileBlocksOptions,
): FileBlocks {
  const blocks: Block[] = [];
  const listed: { name: string; mime_type: string; uri: string }[] = [];
  for (const [index, file] of files.slice(0, MAX_FILES).entries()) {
    const name = toCleanLine(file.name || file.artifact, { most: 200 }) || `file ${index + 1}`;
    const mimeType = toMimeType(file.mediaType);
    if (file.kind === 'url') {
      // Never fetched here, and no other scheme than this is followed by anybody.
      if (!file.url.startsWith('https://') || !URL.canParse(file.url)) continue;
      const uri = new URL(file.url).href;
      blocks.push({ type: 'resource_link', uri, name, mimeType });
      listed.push({ name, mime_type: mimeType, uri });
      continue;
    }
    const uri = toUri(index);
    blocks.push(...toBytesBlocks(file.bytes, { name, mimeType, uri }));
    if (uri !== undefined) listed.push({ name, mime_type: mimeType, uri });
  }
  return { blocks, listed };
}

interface BytesOptions {
  readonly name: string;
  readonly mimeType: string;
  readonly uri: string | undefined;
}

function toBytesBlocks(bytes: Uint8Array, { name, mimeType, uri }: BytesOptions): readonly Block[] {
  const [family] = mimeType.split('/');
  const isSmall = bytes.length <= MAX_INLINE;
  const data = () => Buffer.from(bytes).toString('base64');
  if (isSmall && family === 'image') return [{ type: 'image', data: data(), mimeType }];
  if (isSmall && family === 'audio') return [{ type: 'audio', data: data(), mimeType }];
  const at = uri ?? `a2a:///${encodeURIComponent(name)}`;
  if (isText(mimeType) && bytes.length <= MAX_TEXT) {
    const text = Buffer.from(bytes).toString('utf8');
    return [{ type: 'resource', resource: { uri: at, mimeType, text } }];
  }
  if (uri !== undefined) {
    return [{ type: 'resource_link', uri, name, mimeType, size: bytes.length }];
  }
  // Of an agent that keeps no task: this is the only chance to have it.
  if (isSmall) return [{ type: 'resource', resource: { uri: at, mimeType, blob: data() } }];
  return [{ type: 'text', text: `(The file "${name}" is too large to be passed on.)` }];
}

/** True if bytes of this type can be read as text. */
export function isText(mimeType: string): boolean {
  return /^text\/|[/+](?:json|xml|yaml)$/u.test(mimeType);
}

/** A media type that is one; anything else is bytes. */
export function toMimeType(mediaType: string): string {
  return /^[\w.+-]+\/[\w.+-]+$/u.test(mediaType) ? mediaType : 'application/octet-stream';
}
