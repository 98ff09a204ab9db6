import type { Part } from '@a2a-js/sdk';
import { isRecord } from '@formwork/core';
import { TaskCallError } from '../errors.ts';

/** Files of an artifact as parts (A2A 1.0 section 4.1.6). Throws `TaskCallError` for what is none. */
export function toFileParts(files: unknown = []): readonly Part[] {
  if (!Array.isArray(files)) {
    throw new TaskCallError(
      `Cannot send the artifact as its files must be a list: current value is ${typeof files}`,
    );
  }
  return Array.from<unknown, Part>(files, (file, index) => {
    const { content, name = '', mediaType = '' } = isRecord(file) ? file : {};
    if (typeof name !== 'string' || typeof mediaType !== 'string') {
      throw new TaskCallError(
        `Cannot send the artifact as name and mediaType of files/${index} must be texts: current values are ${typeof name} and ${typeof mediaType}`,
      );
    }
    const rest = { metadata: undefined, filename: name, mediaType };
    if (content instanceof URL) return { content: { $case: 'url', value: content.href }, ...rest };
    if (content instanceof Uint8Array) {
      return { content: { $case: 'raw', value: Buffer.from(content) }, ...rest };
    }
    throw new TaskCallError(
      `Cannot send the artifact as the content of files/${index} must be a Uint8Array or a URL: current value is ${typeof content}`,
    );
  });
}
