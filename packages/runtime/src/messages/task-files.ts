import type { Message } from '@a2a-js/sdk';
import { ContentTypeNotSupportedError } from '@a2a-js/sdk/errors';
import { acceptsMediaType, type AnySkill, type TaskFile } from '@formwork/core';
import { TaskCallError } from '../errors.ts';
import { toShownId } from './agent-message.ts';

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

/**
 * Throws `ContentTypeNotSupportedError` (A2A 1.0 section 3.3.2) for a file of a type that the skill
 * does not declare. A skill that declares nothing takes any.
 */
export function checkFiles(message: Message, skill: AnySkill | undefined): void {
  const accepted = skill?.files;
  if (skill === undefined || accepted === undefined) return;
  for (const [index, { content, mediaType }] of message.parts.entries()) {
    if (content?.$case !== 'raw' && content?.$case !== 'url') continue;
    if (acceptsMediaType(accepted, mediaType)) continue;
    const expected =
      accepted.length === 0 ? 'it must bring no files' : `its files must be ${accepted.join(', ')}`;
    const shown = mediaType === '' ? 'one without a mediaType' : toShownId(mediaType);
    throw new ContentTypeNotSupportedError(
      `Cannot take the message as ${expected} for skill "${skill.id}": current value of message.parts[${index}] is ${shown}`,
    );
  }
}
