import type { Artifact as TaskArtifact, Part } from '@a2a-js/sdk';
import type { Artifact } from '@formwork/schemas/types/sessions-v1';
import { BASE64_PREFIX, isJsonType, URL_TYPE } from './to-message-parts.ts';

/** Artifacts of a task as those of a message: one for each part, with ids that no other task has. */
export function fromTaskArtifacts(
  artifacts: readonly TaskArtifact[],
  taskId: string,
): readonly Artifact[] {
  return artifacts.flatMap(({ artifactId, name, description, parts }) =>
    parts.map((part, index) => {
      const title = part.filename === '' ? name : part.filename;
      return {
        id: `${taskId}/${artifactId}${index === 0 ? '' : `/${index}`}`,
        ...toTypeAndData(part),
        ...(title !== '' && { name: title }),
        ...(description !== '' && { description }),
      };
    }),
  );
}

/** The text of parts, one after another. */
export function toPartsText(parts: readonly Part[]): string {
  return parts
    .flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : []))
    .join('\n');
}

function toTypeAndData({ content, mediaType }: Part): Pick<Artifact, 'type' | 'data'> {
  switch (content?.$case) {
    case 'text':
      // Data of these types is a value, and text is none that a reader would expect.
      return {
        type: mediaType === '' || isJsonType(mediaType) ? 'text/plain' : mediaType,
        data: content.value,
      };
    case 'raw':
      return {
        type: mediaType === '' ? 'application/octet-stream' : mediaType,
        data: `${BASE64_PREFIX}${Buffer.from(content.value).toString('base64')}`,
      };
    case 'url':
      return { type: URL_TYPE, data: content.value };
    case 'data':
      return { type: mediaType === '' ? 'application/json' : mediaType, data: content.value };
    case undefined:
      return { type: 'application/json', data: null };
  }
}
