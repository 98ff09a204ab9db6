import type { Part } from '@a2a-js/sdk';
import { fromSchemaMode } from '@formwork/core';

/** A file that the agent sent. Its name and type are the agent's word for it. */
export type ReceivedFile =
  | {
      readonly kind: 'bytes';
      readonly name: string;
      readonly mediaType: string;
      readonly bytes: Uint8Array;
    }
  /** Not fetched: whether to trust an address that the agent names is the caller's to decide. */
  | {
      readonly kind: 'url';
      readonly name: string;
      readonly mediaType: string;
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

/** The files among parts. */
export function readFiles(parts: readonly Part[]): readonly ReceivedFile[] {
  return parts.flatMap(({ content, filename: name, mediaType }): readonly ReceivedFile[] => {
    if (content?.$case === 'raw') return [{ kind: 'bytes', name, mediaType, bytes: content.value }];
    if (content?.$case === 'url') return [{ kind: 'url', name, mediaType, url: content.value }];
    return [];
  });
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
