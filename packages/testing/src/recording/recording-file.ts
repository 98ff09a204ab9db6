import { createValidator, toPlainText } from '@formwork/schema';
import { replaceBusyFile } from '@formwork/schema/internal';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RecordingError } from '../errors.ts';
import type { Exchange } from './recorded-exchange.ts';
import { toStableText } from './stable-text.ts';

/** The version of the file that this code reads and writes. */
const VERSION = 1;

const body = {
  json: {},
  text: { type: 'string' },
  base64: { type: 'string' },
  afterSeconds: { type: 'integer', minimum: 1 },
} as const;

const FILE = createValidator({
  type: 'object',
  properties: {
    recording: { const: VERSION },
    exchanges: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          request: {
            type: 'object',
            properties: { method: { type: 'string' }, url: { type: 'string' }, ...body },
            required: ['method', 'url'],
          },
          response: {
            type: 'object',
            properties: {
              status: { type: 'integer', minimum: 200, maximum: 599 },
              headers: { type: 'object', additionalProperties: { type: 'string' } },
              ...body,
              events: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: { id: { type: 'string' }, event: { type: 'string' }, ...body },
                },
              },
              end: { enum: ['open', 'broken'] },
            },
            required: ['status'],
          },
        },
        required: ['request'],
      },
    },
  },
  required: ['recording', 'exchanges'],
});

/** A file of a recording. */
export interface RecordingFile {
  /** The path as an error shows it. */
  readonly label: string;
  /** The absolute path. */
  readonly path: string;
}

/** Resolves the path of a recording from the working directory. */
export function toRecordingFile(file: string | URL): RecordingFile {
  const path = resolve(file instanceof URL ? fileURLToPath(file) : file);
  const relativePath = relative(process.cwd(), path);
  return { path, label: relativePath.startsWith('..') ? path : relativePath };
}

/**
 * Reads a recording; `undefined` if there is no file.
 *
 * @throws RecordingError if the file is no recording of this version
 */
export async function readRecording({
  path,
  label,
}: RecordingFile): Promise<readonly Exchange[] | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new RecordingError(`Cannot read the recording ${label} because it must be a file.`, {
      cause,
    });
  }
  const value = parse(text, label);
  const problems = FILE.check(value);
  if (problems.length === 0) return (value as { exchanges: readonly Exchange[] }).exchanges;
  throw new RecordingError(
    `Cannot replay because ${label} must be a recording of version ${VERSION}:\n${toPlainText(problems, { schema: 'that form' })}\n${HOW_TO_RECORD}`,
  );
}

/** The sentence that says how to record. */
export const HOW_TO_RECORD =
  'To record again, run the test with FORMWORK_RECORD=1 while the agent can be reached.';

function parse(text: string, label: string): unknown {
  try {
    // Editors may have put a byte order mark before it, which `trim` takes away.
    return JSON.parse(text.trim());
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw new RecordingError(
      `Cannot replay because ${label} must be JSON: ${reason}. ${HOW_TO_RECORD}`,
      { cause },
    );
  }
}

/** Writes a recording; a reader sees the whole old or the whole new file. */
export async function writeRecording(
  { path }: RecordingFile,
  exchanges: readonly Exchange[],
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // Processes in two containers may have the same id.
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, toStableText(exchanges, { recording: VERSION }));
    await replaceBusyFile(() => rename(draft, path));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}
