import type { ReceivedFile } from '@formwork/client';
import { publishNewFile } from '@formwork/schema/internal';
import { parseUrl } from '@formwork/schema/json';
import mime from 'mime';
import { randomUUID } from 'node:crypto';
import * as files from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CliError } from '../errors/errors.ts';
import { toReason } from '../input/read-json-source.ts';
import type { Console } from '../terminal/console.ts';
import { toSafeLine } from '../terminal/safe-text.ts';
import { cutLine } from '../terminal/text-width.ts';

/**
 * The highest number of bytes of a file's name in UTF-8. File systems allow 255, and a number may
 * be added.
 */
const MAX_BYTES = 200;

/**
 * The highest number of characters that count as an extension, which is kept when a name is cut.
 */
const MAX_EXTENSION = 20;

/** The highest number of characters of a name that are read; fewer are kept. */
const MAX_READ = 1000;

/** Matches the characters that some operating system forbids in names. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const RESERVED = /[\u0000-\u001f\u007f<>:"/\\|?*]/gu;

/** Matches the names of devices on Windows, with any extension. */
const DEVICE = /^(?:aux|clock\$|com[\d¹²³]|con|conin\$|conout\$|lpt[\d¹²³]|nul|prn)(?=\.|$)/iu;

/** The highest number of terminal columns in which the name of a file is shown. */
const MAX_SHOWN = 60;

/** Options of {@link saveFiles}. */
export interface SaveFilesOptions {
  /** The path of the folder, which has to exist. */
  readonly folder: string;
  readonly console: Console;
  /** A sentence for error messages that says how to get the files again. */
  readonly hint: string;
}

/**
 * Writes files into a folder, and then lists them on standard error, because a reader that closes
 * the pipe ends the command. Existing files are not overwritten.
 *
 * @throws CliError when a file cannot be written; those before it stay.
 */
export async function saveFiles(
  received: readonly ReceivedFile[],
  { folder, console, hint }: SaveFilesOptions,
): Promise<void> {
  const lines: string[] = [];
  const options = { folder, hint, tell: (line: string) => void lines.push(line) };
  await writeFiles(received, options).finally(() => {
    for (const line of lines) console.err(line);
  });
}

async function writeFiles(
  received: readonly ReceivedFile[],
  {
    folder,
    hint,
    tell,
  }: Pick<SaveFilesOptions, 'folder' | 'hint'> & {
    readonly tell: (line: string) => void;
  },
): Promise<void> {
  const numbers = new Map<string, number>();
  for (const file of received) {
    const content = await readContent(file);
    if (content === undefined) {
      const why =
        file.kind === 'url' && isDataUrl(file.url)
          ? 'it cannot be read'
          : 'addresses are not fetched';
      tell(toSafeLine(`Not saved: ${describeFile(file)} (${why})`));
      continue;
    }
    const { bytes, mediaType } = content;
    const name = toFileName({ name: file.name, artifact: file.artifact, mediaType });
    let path: string;
    try {
      path = await writeNewFile(bytes, { folder, name, numbers });
    } catch (cause) {
      throw new CliError(
        `Cannot save ${JSON.stringify(name)} in ${JSON.stringify(folder)} because it must be possible to write there: ${toReason(cause)}${hint}`,
        { cause },
      );
    }
    const saved = basename(path);
    const notes = [
      ...(mediaType === '' ? [] : [mediaType]),
      `${bytes.length} bytes`,
      ...(saved === name ? [] : [`${name} was there`]),
      ...(file.name === name || file.name === '' ? [] : [`the agent calls it ${quote(file.name)}`]),
    ];
    tell(`Saved: ${path} (${toSafeLine(notes.join(', '))})`);
  }
}

function quote(name: string): string {
  return JSON.stringify(cutLine(toSafeLine(name), MAX_SHOWN));
}

/**
 * Writes a new file and returns its path. If the name is taken, a number is added to it. The file
 * has its name once it is whole, because half of one looks complete.
 */
async function writeNewFile(
  bytes: Uint8Array,
  {
    folder,
    name,
    numbers,
  }: {
    readonly folder: string;
    readonly name: string;
    /**
     * The last number that was added to each name, so that many files with one name do not try all
     * numbers again.
     */
    readonly numbers: Map<string, number>;
  },
): Promise<string> {
  const draft = join(folder, `.formwork-${randomUUID()}.part`);
  try {
    await files.writeFile(draft, bytes, { flag: 'wx' });
    for (let number = numbers.get(name) ?? 1; ; number += 1) {
      const path = join(folder, number === 1 ? name : numberFileName(name, number));
      numbers.set(name, number + 1);
      // Writes neither to an existing file nor to the target of a link.
      if (await publishNewFile(draft, path, files)) return path;
    }
  } finally {
    await files.rm(draft, { force: true });
  }
}

/**
 * Makes a safe name for a file of an agent: one part of a path, not hidden, and not a device on any
 * system. A file without a name gets the name of its artifact, and an extension from its media
 * type.
 */
export function toFileName({
  name,
  artifact,
  mediaType,
}: {
  readonly name: string;
  /** The name of the artifact that contains the file. */
  readonly artifact: string;
  readonly mediaType: string;
}): string {
  const claimed = toSafeName(lastOf(name));
  if (claimed !== '') return cut(claimed);
  const [type = ''] = mediaType.split(';');
  const extension = mime.getExtension(type.trim().toLowerCase()) ?? 'bin';
  const fallback = toSafeName(artifact);
  return cut(`${fallback === '' ? 'file' : fallback}.${extension}`);
}

/** Adds a number to the name of a file, before the extension. */
export function numberFileName(name: string, number: number): string {
  const { stem, extension } = split(name);
  return `${stem}-${number}${extension}`;
}

/** Returns the last part of a path of any operating system. */
function lastOf(path: string): string {
  return path.split(/[/\\]/u).findLast((part) => part.trim() !== '') ?? '';
}

function toSafeName(text: string): string {
  // Only the beginning and the end are read, because the rest of a long name is cut anyway.
  const read =
    text.length > MAX_READ ? `${text.slice(0, MAX_READ / 2)}${text.slice(-MAX_READ / 2)}` : text;
  const name = toSafeLine(read.normalize('NFC'))
    .replaceAll(RESERVED, '_')
    .replace(/^[.\s]+/u, '')
    // Other programs would take a leading dash for an option.
    .replace(/^-/u, '_')
    .replace(/(?<![.\s])[.\s]+$/u, '');
  return DEVICE.test(name) ? `_${name}` : name;
}

function cut(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const { stem, extension } = split(name);
  const room = MAX_BYTES - Buffer.byteLength(extension);
  let head = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(stem)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > room) break;
    head += segment;
  }
  // What is cut may end with dots again, and one character with its marks may be longer than a name.
  const end = head.replace(/(?<![.\s])[.\s]+$/u, '');
  return `${end === '' ? 'file' : end}${extension}`;
}

function split(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_EXTENSION;
  const end = isExtension ? dot : name.length;
  return { stem: name.slice(0, end), extension: name.slice(end) };
}

/**
 * Returns the content of a file of a result, without fetching anything: its bytes, or those of a
 * `data:` URL (RFC 2397). `undefined` for any other address, and for a `data:` URL that is not
 * valid.
 */
async function readContent(file: ReceivedFile): Promise<
  | {
      readonly bytes: Uint8Array;
      readonly mediaType: string;
    }
  | undefined
> {
  if (file.kind === 'bytes') return { bytes: file.bytes, mediaType: file.mediaType };
  if (!isDataUrl(file.url)) return undefined;
  try {
    const response = await fetch(file.url);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const type = response.headers.get('content-type') ?? '';
    return { bytes, mediaType: file.mediaType === '' ? type : file.mediaType };
  } catch {
    return undefined;
  }
}

/** True for a `data:` URL, which contains the file itself. */
function isDataUrl(url: string): boolean {
  return parseUrl(url)?.protocol === 'data:';
}

/**
 * Describes a file in a few words. The agent chose them, so they must be made safe before they are
 * printed.
 */
export function describeFile(file: ReceivedFile): string {
  const name = file.name === '' ? file.artifact : file.name;
  return [name, file.mediaType, describeContent(file)].filter((word) => word !== '').join(' ');
}

function describeContent(file: ReceivedFile): string {
  if (file.kind === 'bytes') return `${file.bytes.length} bytes`;
  // The text may have megabytes, and not be valid in the end.
  return isDataUrl(file.url) ? `data: URL of ${file.url.length} characters` : file.url;
}
