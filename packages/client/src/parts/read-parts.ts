import type { Artifact, Part } from '@a2a-js/sdk';
import { fromSchemaMode } from '@formwork/core';

/** A file that the agent sent. Its name and type are the agent's word for it. */
export type ReceivedFile =
  | {
      readonly kind: 'bytes';
      readonly name: string;
      readonly mediaType: string;
      /** What the artifact is called that holds it: its name, else its id; `''` if none does. */
      readonly artifact: string;
      readonly bytes: Uint8Array;
    }
  /** Not fetched: whether to trust an address that the agent names is the caller's to decide. */
  | {
      readonly kind: 'url';
      readonly name: string;
      readonly mediaType: string;
      /** As above. */
      readonly artifact: string;
      readonly url: string;
    };

/** Data of a part, and the schema it says it fits. */
export interface ReceivedData {
  readonly schema: string | undefined;
  readonly data: unknown;
}

/** The text of parts, joined by nothing: pieces of a stream are cut anywhere. */
export function readText(parts: readonly Part[]): string {
  return parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('');
}

/** The files among the parts of a message, or of an artifact that is called so. */
export function readFiles(parts: readonly Part[], artifact = ''): readonly ReceivedFile[] {
  return parts.flatMap(({ content, filename: name, mediaType }): readonly ReceivedFile[] => {
    const base = { name, mediaType, artifact };
    if (content?.$case === 'raw') return [{ kind: 'bytes', ...base, bytes: content.value }];
    if (content?.$case === 'url') return [{ kind: 'url', ...base, url: content.value }];
    return [];
  });
}

/** The files of an artifact. */
export function readArtifactFiles({ parts, name, artifactId }: Artifact): readonly ReceivedFile[] {
  return readFiles(parts, name === '' ? artifactId : name);
}

/** The data among parts. */
export function readData(parts: readonly Part[]): readonly ReceivedData[] {
  return parts.flatMap(({ content, metadata, mediaType }) => {
    const mimeType: unknown = metadata?.['mimeType'];
    const schema =
      (typeof mimeType === 'string' ? fromSchemaMode(mimeType) : undefined) ??
      (mediaType === '' ? undefined : fromSchemaMode(mediaType));
    if (content?.$case === 'data') return [{ schema, data: content.value as unknown }];
    // The SDK decodes `"data": null` as a part without content.
    return content === undefined && schema !== undefined ? [{ schema, data: null }] : [];
  });
}
