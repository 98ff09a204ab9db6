import type { Message } from '@a2a-js/sdk';
import { ContentTypeNotSupportedError } from '@a2a-js/sdk/errors';
import { acceptsMediaType, type AnySkill } from '@formwork/core';
import { toShownId } from './to-shown-id.ts';

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
