import type { ReceivedFile } from '@formwork/client';
import { basename } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { toReason } from '../input/read-json-source.ts';
import type { Console } from '../terminal/console.ts';
import { cutLine } from '../terminal/cut-line.ts';
import { toSafeLine } from '../terminal/to-safe-text.ts';
import { describeFile } from './describe-file.ts';
import { isDataUrl, readContent } from './read-content.ts';
import { toFileName } from './to-file-name.ts';
import { writeNewFile } from './write-new-file.ts';

/** Columns of a name that is only shown. */
const MAX_SHOWN = 60;

/** Options of {@link saveFiles}. */
export interface SaveFilesOptions {
  /** Must be there. */
  readonly folder: string;
  readonly console: Console;
  /** Added to an error: how the files can be had again. */
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
