import type { ArtifactUpdate, TaskContext } from '@formwork/core';
import { isRecord, parseUrl } from '@formwork/schema/json';
import { isDeepStrictEqual } from 'node:util';

/** The id of the artifact that holds a tool's content beside its result. */
const CONTENT_ID = 'content';

type Piece = Omit<ArtifactUpdate, 'id' | 'append' | 'last'>;

/**
 * Sends the content of a tool's result as the parts of one artifact. If there is only a single
 * text, it is returned instead, because it is the result of the skill.
 */
export async function sendContent(
  content: unknown,
  {
    task,
    data,
  }: {
    readonly task: TaskContext;
    /** The structured result; text that only repeats it is left out. `undefined` if there is none. */
    readonly data: unknown;
  },
): Promise<string | undefined> {
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
  const pieces = blocks.flatMap((block) => readBlock(block, data));
  const [only, ...otherPieces] = pieces;
  if (only === undefined) return undefined;
  if (data === undefined && otherPieces.length === 0 && only.text !== undefined) return only.text;
  const lastText = pieces.findLastIndex(({ text }) => text !== undefined);
  for (const [index, piece] of pieces.entries()) {
    const last = index === pieces.length - 1;
    // Readers of an artifact join the texts of its parts without a space.
    const lines = piece.text !== undefined && index < lastText ? { text: `${piece.text}\n` } : {};
    // The first part replaces those that an earlier run sent.
    // oxlint-disable-next-line no-await-in-loop
    await task.artifact({ id: CONTENT_ID, ...piece, ...lines, append: index > 0, last });
  }
  return undefined;
}

function readBlock(block: Readonly<Record<string, unknown>>, data: unknown): readonly Piece[] {
  const { type, text, data: base64, mimeType, resource, uri, name } = block;
  switch (type) {
    case 'text':
      return typeof text !== 'string' || text === '' || isRepetition(text, data) ? [] : [{ text }];
    case 'image':
    case 'audio':
      return [toFile(toBytes(base64), { mimeType, name: undefined })];
    case 'resource':
      return isRecord(resource) ? [toResource(resource)] : [];
    case 'resource_link': {
      const address = typeof uri === 'string' ? parseUrl(uri) : undefined;
      return address === undefined ? [] : [toFile(address, { mimeType, name })];
    }
    default:
      // A newer revision may have more types: they are passed on whole.
      return [{ data: block }];
  }
}

function toFile(
  content: Uint8Array | URL,
  { mimeType, name }: { readonly mimeType: unknown; readonly name: unknown },
): Piece {
  return {
    files: [
      {
        content,
        ...(typeof name === 'string' && name !== '' && { name }),
        ...(typeof mimeType === 'string' && { mediaType: mimeType }),
      },
    ],
  };
}

function toResource({ uri, mimeType, text, blob }: Readonly<Record<string, unknown>>): Piece {
  const name = typeof uri === 'string' ? uri.split('/').at(-1) : undefined;
  if (typeof text === 'string') {
    return toFile(Buffer.from(text), { name, mimeType: mimeType ?? 'text/plain' });
  }
  return toFile(toBytes(blob), { name, mimeType });
}

function toBytes(base64: unknown): Uint8Array {
  return Buffer.from(typeof base64 === 'string' ? base64 : '', 'base64');
}

/**
 * True for text that only repeats the structured result, which servers add for hosts that read only
 * text.
 */
function isRepetition(text: string, data: unknown): boolean {
  if (data === undefined) return false;
  try {
    return isDeepStrictEqual(JSON.parse(text), data);
  } catch {
    return false;
  }
}
