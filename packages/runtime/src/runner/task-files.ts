import type { Message } from '@a2a-js/sdk';
import type { TaskFile } from '@formwork/core';
import { TaskCallError } from '../errors.ts';

/** The files of a message, as handlers read them (A2A 1.0 section 4.1.6). */
export function toTaskFiles({ parts }: Pick<Message, 'parts'>): readonly TaskFile[] {
  return parts.flatMap(({ content, filename, mediaType }) => {
    if (content?.$case !== 'raw' && content?.$case !== 'url') return [];
    return [createTaskFile(content, { filename, mediaType })];
  });
}

type FileContent =
  | { readonly $case: 'raw'; readonly value: Uint8Array }
  | { readonly $case: 'url'; readonly value: string };

function createTaskFile(
  content: FileContent,
  { filename, mediaType }: { readonly filename: string; readonly mediaType: string },
): TaskFile {
  const isRaw = content.$case === 'raw';

  async function bytes(): Promise<Uint8Array> {
    if (content.$case === 'raw') return new Uint8Array(content.value);
    throw new TaskCallError(
      `Cannot read the file as its bytes must be in the message: it is at ${content.value}, which the handler may fetch if it trusts the address`,
    );
  }

  return {
    name: filename === '' ? undefined : filename,
    mediaType: mediaType === '' ? undefined : mediaType,
    url: isRaw ? undefined : content.value,
    size: isRaw ? content.value.byteLength : undefined,
    bytes,
    text: async () => new TextDecoder().decode(await bytes()),
  };
}
