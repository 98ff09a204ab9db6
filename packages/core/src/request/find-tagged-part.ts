import type { Message, Part } from '@a2a-js/sdk';
import { fromSchemaMode } from '../media-type/schema-mode.ts';

/** A part of a message that refers to a named schema. */
export interface TaggedPart {
  readonly partIndex: number;
  readonly schema: string;
  readonly data: unknown;
}

/**
 * The first tagged part of a message: a data part whose `metadata.mimeType`, or in A2A 1.0
 * `mediaType`, is a schema mode (extension, sections 2 and 3). Later ones are ignored.
 */
export function findTaggedPart(message: Message): TaggedPart | undefined {
  for (const [partIndex, part] of message.parts.entries()) {
    // The SDK decodes `"data": null` as a part without content.
    if (part.content !== undefined && part.content.$case !== 'data') continue;
    const schema = toPartSchema(part);
    if (schema !== undefined) return { partIndex, schema, data: part.content?.value ?? null };
  }
  return undefined;
}

function toPartSchema(part: Part): string | undefined {
  const mimeType: unknown = part.metadata?.['mimeType'];
  const fromMetadata = typeof mimeType === 'string' ? fromSchemaMode(mimeType) : undefined;
  return fromMetadata ?? (part.mediaType === '' ? undefined : fromSchemaMode(part.mediaType));
}
