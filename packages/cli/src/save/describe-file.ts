import type { ReceivedFile } from '@formwork/client';
import { isDataUrl } from './read-content.ts';

/** A file in a few words. They are the agent's, and not safe to print. */
export function describeFile(file: ReceivedFile): string {
  const name = file.name === '' ? file.artifact : file.name;
  return [name, file.mediaType, describeContent(file)].filter((word) => word !== '').join(' ');
}

function describeContent(file: ReceivedFile): string {
  if (file.kind === 'bytes') return `${file.bytes.length} bytes`;
  // It may have megabytes, and be none after all.
  return isDataUrl(file.url) ? `data: URL of ${file.url.length} characters` : file.url;
}
