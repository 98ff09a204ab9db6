import { toBase64 } from './base64.ts';
import type { ReceivedFile } from '../parts/read-parts.ts';
import type { SourceFile } from './task-event.ts';

/** Most characters of what an agent says beside its results: of progress, questions and errors. */
export const MAX_SAID = 20_000;

/** Most characters of the text of an artifact, or of one piece. */
export const MAX_TEXT = 1_000_000;

/** Text that is at most so long; what is left out leaves a mark. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  // A pair of surrogates is not cut in two.
  const last = text.charCodeAt(most - 2);
  const end = last >= 0xd8_00 && last <= 0xdb_ff ? most - 2 : most - 1;
  return `${text.slice(0, end)}…`;
}

/** Files as data. */
export function toSourceFiles(files: readonly ReceivedFile[]): readonly SourceFile[] {
  return files.map((file) => {
    const base = {
      name: cutText(file.name, 1000),
      mediaType: cutText(file.mediaType, 1000),
    };
    return file.kind === 'bytes'
      ? { kind: 'bytes', ...base, base64: toBase64(file.bytes) }
      : { kind: 'url', ...base, url: file.url };
  });
}
