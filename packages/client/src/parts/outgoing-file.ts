import type { Part } from '@a2a-js/sdk';
import { SkillError } from '../errors/skill-error.ts';

/** A file to send: bytes, or the address of some. A `File` brings its name and type along. */
export type OutgoingFile =
  | Blob
  | Uint8Array
  | URL
  | {
      readonly content: Blob | Uint8Array | URL;
      readonly name?: string;
      readonly mediaType?: string;
    };

/** Files as parts of a message (A2A 1.0 section 4.1.6). */
export function toFileParts(files: readonly OutgoingFile[]): Promise<readonly Part[]> {
  return Promise.all(files.map(toFilePart));
}

async function toFilePart(file: OutgoingFile): Promise<Part> {
  const described = 'content' in file ? file : { content: file };
  const { content, name, mediaType } = described;
  const filename = name ?? (content instanceof Blob ? toName(content) : '');
  const type = mediaType ?? (content instanceof Blob ? content.type : '');
  const rest = { metadata: undefined, filename, mediaType: type };
  if (content instanceof URL) return { content: { $case: 'url', value: content.href }, ...rest };
  const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
  // The SDK encodes bytes with Node's Buffer, also in browsers.
  if (typeof Buffer === 'undefined') {
    throw new SkillError(
      'Cannot send bytes as globalThis.Buffer must be there: current value is undefined. In a browser, set it to that of the package "buffer", or send a URL.',
    );
  }
  return { content: { $case: 'raw', value: Buffer.from(bytes) }, ...rest };
}

function toName(blob: Blob): string {
  return 'name' in blob && typeof blob.name === 'string' ? blob.name : '';
}
