import type { ReceivedFile } from '@formwork/client';
import { parseUrl } from '@formwork/schema/json';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ResultEnvelope } from '../catalog/envelope-schema.ts';
import { isText, toMimeType } from '../resources/to-part-page.ts';
import { toCleanLine } from '../text/to-clean-text.ts';

type Block = CallToolResult['content'][number];

/**
 * The highest number of bytes of an image or a sound that is put into the answer itself; {@link
 * MAX_TEXT} limits a text.
 */
const MAX_INLINE = 1_048_576;
const MAX_TEXT = 16_384;

/** The highest number of bytes of all files together that are put into one answer. */
const MAX_ALL_INLINE = 2 * MAX_INLINE;

/** The highest number of files that one answer shows. */
const MAX_FILES = 50;

/**
 * Makes the files of a result blocks for a host: small ones inside the answer, and every one by its
 * address if it has one.
 */
export function toFileBlocks(
  files: readonly ReceivedFile[],
  {
    toUri,
  }: {
    /** Returns the address of a file by its index; `undefined` if the file cannot be read later. */
    readonly toUri: (index: number) => string | undefined;
  },
): {
  readonly blocks: Block[];
  readonly listed: NonNullable<ResultEnvelope['files']>;
  /**
   * The text about the files, for hosts that show only text: their addresses, and which ones are
   * left out.
   */
  readonly text: string;
  /** The text about the files that are left out, without the list of addresses. */
  readonly omissions: string;
} {
  const blocks: Block[] = [];
  const listed: { name: string; mime_type: string; uri: string }[] = [];
  const missing: string[] = files.length > MAX_FILES ? [`${files.length - MAX_FILES} more`] : [];
  let room = MAX_ALL_INLINE;
  for (const [index, file] of files.slice(0, MAX_FILES).entries()) {
    const name = toFileName(file.name) || toFileName(file.artifact) || `file ${index + 1}`;
    const mimeType = toMimeType(file.mediaType);
    if (file.kind === 'url') {
      // The address is not fetched here, and only https addresses are passed on.
      const address = file.url.startsWith('https://') ? parseUrl(file.url) : undefined;
      if (address === undefined) {
        missing.push(`${name}, as its address is not https`);
        continue;
      }
      const uri = address.href;
      blocks.push({ type: 'resource_link', uri, name, mimeType });
      listed.push({ name, mime_type: mimeType, uri });
      continue;
    }
    const uri = toUri(index);
    const block = toBytesBlocks(file.bytes, {
      name,
      mimeType,
      uri,
      most: Math.min(MAX_INLINE, room),
    });
    if (block === undefined) {
      missing.push(`${name}, as it is too large`);
      continue;
    }
    if (block.type !== 'resource_link') room -= file.bytes.length;
    blocks.push(block);
    if (uri !== undefined) listed.push({ name, mime_type: mimeType, uri });
  }
  const lines = listed.map(({ name, mime_type: type, uri }) => `- ${name} (${type}): ${uri}`);
  const omissions = missing.map((what) => `(A file is left out: ${what}.)`).join('\n');
  const where = lines.length > 0 ? ['Files, each at an address to be read:', ...lines] : [];
  const text = [...where, ...(omissions === '' ? [] : [omissions])].join('\n');
  return { blocks, listed, text, omissions };
}

/**
 * Makes the block for a file's bytes; `undefined` if the file is too large for the answer and has
 * no address.
 */
function toBytesBlocks(
  bytes: Uint8Array,
  {
    name,
    mimeType,
    uri,
    most,
  }: {
    readonly name: string;
    readonly mimeType: string;
    readonly uri: string | undefined;
    /**
     * The highest number of bytes of a file that is put into the answer; an image, a sound or other
     * bytes above it are only linked.
     */
    readonly most: number;
  },
): Block | undefined {
  const [family] = mimeType.split('/');
  const isSmall = bytes.length <= most;
  const data = () => Buffer.from(bytes).toString('base64');
  if (isSmall && family === 'image') return { type: 'image', data: data(), mimeType };
  if (isSmall && family === 'audio') return { type: 'audio', data: data(), mimeType };
  const at = uri ?? `a2a:///${encodeURIComponent(name)}`;
  if (isText(mimeType) && bytes.length <= MAX_TEXT) {
    const text = Buffer.from(bytes).toString('utf8');
    return { type: 'resource', resource: { uri: at, mimeType, text } };
  }
  if (uri !== undefined) {
    return { type: 'resource_link', uri, name, mimeType, size: bytes.length };
  }
  // The agent keeps no task, so the file can only be sent now.
  return isSmall ? { type: 'resource', resource: { uri: at, mimeType, blob: data() } } : undefined;
}

/**
 * Returns the last part of a file's name, without folders, because hosts may write the file to that
 * path; `''` if nothing is left.
 */
function toFileName(name: string): string {
  const clean = toCleanLine(name, { most: 1000 });
  const last = clean
    .split(/[/\\]/u)
    .map((step) => step.trim())
    .findLast((step) => step !== '' && !/^\.+$/u.test(step));
  return toCleanLine(last ?? '', { most: 200 });
}
