import type { Part } from '@a2a-js/sdk';
import { toSchemaMode } from '@formwork/core';

/**
 * A data part that says which schema its data fits (extension, section 4): in `metadata.mimeType`
 * for every version of A2A, and in `mediaType`, which 1.0 has for this.
 */
export function createTaggedPart(schemaName: string, data: unknown): Part {
  const mode = toSchemaMode(schemaName);
  return {
    content: { $case: 'data', value: data },
    metadata: { mimeType: mode },
    filename: '',
    mediaType: mode,
  };
}
