import { defineSkill, PublicError, type AnySkill, type ArtifactFile } from '@formwork/core';
import { setTimeout as pause } from 'node:timers/promises';
import { any, describeSkill } from './describe-skill.ts';
import { PNG, WAV } from './samples.ts';

const image: ArtifactFile = {
  content: Buffer.from(PNG, 'base64'),
  name: 'image.png',
  mediaType: 'image/png',
};
const sound: ArtifactFile = {
  content: Buffer.from(WAV, 'base64'),
  name: 'sound.wav',
  mediaType: 'audio/wav',
};
const toText = (text: string, name: string, mediaType: string): ArtifactFile => ({
  content: Buffer.from(text),
  name,
  mediaType,
});

/** Defines a skill that sends an optional text and then files. */
function defineSender(id: string, files: readonly ArtifactFile[], text?: string): AnySkill {
  return defineSkill({
    ...describeSkill(id),
    input: { any },
    async run({ task }) {
      await task.artifact({ id: 'files', ...(text !== undefined && { text }), files });
    },
  });
}

/**
 * The skills of the conformance agent that answer without a question: text, files, errors,
 * progress.
 */
export const contentSkills: readonly AnySkill[] = [
  defineSkill({
    ...describeSkill('test_simple_text'),
    input: { any },
    run: () => 'This is a simple text response for testing.',
  }),
  defineSender('test_image_content', [image]),
  defineSender('test_audio_content', [sound]),
  defineSender('test_embedded_resource', [
    toText('This is an embedded resource content.', 'e.txt', 'text/plain'),
  ]),
  defineSender(
    'test_multiple_content_types',
    [image, toText('{"test":"data","value":123}', 'm.json', 'application/json')],
    'Multiple content types test:',
  ),
  defineSkill({
    ...describeSkill('test_error_handling'),
    input: { any },
    run: (): string => {
      throw new PublicError('This tool intentionally returns an error for testing');
    },
  }),
  defineSkill({
    ...describeSkill('test_tool_with_progress'),
    input: { any },
    async run({ task }) {
      for (const done of [0, 50, 100]) {
        await task.progress(`Completed step ${done} of 100`, done / 100);
        await pause(50, undefined, { signal: task.signal });
      }
      return 'ok';
    },
  }),
];
