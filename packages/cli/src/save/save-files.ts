import { CliError } from '../errors/errors.ts';
import { toReason } from '../input/read-json-source.ts';
import type { Console } from '../terminal/console.ts';
import { cutLine } from '../terminal/text-width.ts';
import { toSafeLine } from '../terminal/safe-text.ts';
import { describeFile, isDataUrl, readContent } from './read-content.ts';

import type { ReceivedFile } from '@formwork/client';
import mime from 'mime';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Longest name, in bytes of UTF-8: file systems take 255, and a number may have to fit in. */
const MAX_BYTES = 200;

/** Longest end that counts as an extension and is kept when a name is cut. */
const MAX_EXTENSION = 20;

/** Characters that some system allows in no name. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const RESERVED = /[\u0000-\u001f\u007f<>:"/\\|?*]/gu;

/** Devices of Windows, whatever the extension. */
const DEVICE = /^(?:aux|clock\$|com[\d¹²³]|con|conin\$|conout\$|lpt[\d¹²³]|nul|prn)(?=\.|$)/iu;

/** Columns of a name that is only shown. */
const MAX_SHOWN = 60;

/** Options of {@link saveFiles}. */
export interface SaveFilesOptions {
  /** Must be there. */
  readonly folder: string;
  readonly console: Console;
  /** Added to an error: how to get the files again. */
  readonly hint: string;
}

/**
 * Writes files into a folder and tells which, on standard error. Nothing that is there is written
 * over.
 *
 * @throws CliError when a file cannot be written; those before it stay.
 */
export async function saveFiles(
  files: readonly ReceivedFile[],
  { folder, console, hint }: SaveFilesOptions,
): Promise<void> {
  const numbers = new Map<string, number>();
  for (const file of files) {
    const content = await readContent(file);
    if (content === undefined) {
      const why =
        file.kind === 'url' && isDataUrl(file.url)
          ? 'it cannot be read'
          : 'addresses are not fetched';
      console.err(toSafeLine(`Not saved: ${describeFile(file)} (${why})`));
      continue;
    }
    const { bytes, mediaType } = content;
    const name = toFileName({ name: file.name, artifact: file.artifact, mediaType });
    let path: string;
    try {
      path = await writeNewFile(bytes, { folder, name, numbers });
    } catch (cause) {
      throw new CliError(
        `Cannot save ${JSON.stringify(name)} in ${JSON.stringify(folder)} as it must be possible to write there: ${toReason(cause)}${hint}`,
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
    console.err(`Saved: ${path} (${toSafeLine(notes.join(', '))})`);
  }
}

function quote(name: string): string {
  return JSON.stringify(cutLine(toSafeLine(name), MAX_SHOWN));
}

/** Options of {@link writeNewFile}. */
interface WriteNewFileOptions {
  readonly folder: string;
  readonly name: string;
  /** The last number given to each name; many files of one name need not try all before them. */
  readonly numbers: Map<string, number>;
}

/** Writes a file where none is: if the name is taken, under one with a number. Gives the path. */
async function writeNewFile(
  bytes: Uint8Array,
  { folder, name, numbers }: WriteNewFileOptions,
): Promise<string> {
  for (let number = numbers.get(name) ?? 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : numberFileName(name, number));
    numbers.set(name, number + 1);
    try {
      // Neither an existing file nor what a link points to is written to.
      await writeFile(path, bytes, { flag: 'wx' });
      return path;
    } catch (error) {
      if (toCode(error) === 'EEXIST') continue;
      // Half a file would look like a whole one.
      await rm(path, { force: true });
      throw error;
    }
  }
}

function toCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** A file as an agent describes it. */
interface FileClaims {
  readonly name: string;
  /** The name of the artifact that holds it. */
  readonly artifact: string;
  readonly mediaType: string;
}

/**
 * The name under which a file of somebody else is saved: one part of a path, never hidden, never
 * a device, on every system. A file without a name gets that of its artifact, and the extension of
 * its media type.
 */
export function toFileName({ name, artifact, mediaType }: FileClaims): string {
  const given = toSafeName(lastOf(name));
  if (given !== '') return cut(given);
  const [type = ''] = mediaType.split(';');
  const extension = mime.getExtension(type.trim().toLowerCase()) ?? 'bin';
  const made = toSafeName(artifact);
  return cut(`${made === '' ? 'file' : made}.${extension}`);
}

/** The same name with a number, in front of the extension. */
export function numberFileName(name: string, number: number): string {
  const { stem, extension } = split(name);
  return `${stem}-${number}${extension}`;
}

/** Finds the name after the folders, in a path of any system. */
function lastOf(path: string): string {
  return path.split(/[/\\]/u).findLast((part) => part.trim() !== '') ?? '';
}

function toSafeName(text: string): string {
  const name = toSafeLine(text.normalize('NFC'))
    .replaceAll(RESERVED, '_')
    .replace(/^[.\s]+/u, '')
    // Programs that are given the name would take it for an option.
    .replace(/^-/u, '_')
    .replace(/[.\s]+$/u, '');
  return DEVICE.test(name) ? `_${name}` : name;
}

function cut(name: string): string {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const { stem, extension } = split(name);
  const room = MAX_BYTES - Buffer.byteLength(extension);
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(stem)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > room) break;
    kept += segment;
  }
  return `${kept.trimEnd()}${extension}`;
}

function split(name: string): { readonly stem: string; readonly extension: string } {
  const dot = name.lastIndexOf('.');
  const isExtension = dot > 0 && Buffer.byteLength(name.slice(dot)) <= MAX_EXTENSION;
  const end = isExtension ? dot : name.length;
  return { stem: name.slice(0, end), extension: name.slice(end) };
}
