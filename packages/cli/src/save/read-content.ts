import type { ReceivedFile } from '@formwork/client';

/** The content of a file that can be saved. */
export interface FileContent {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/**
 * The content of a file that came with the result. Nothing is fetched: of addresses, only `data:`
 * URLs (RFC 2397) have content; `undefined` for any other, and for one that cannot be read.
 */
export async function readContent(file: ReceivedFile): Promise<FileContent | undefined> {
  if (file.kind === 'bytes') return { bytes: file.bytes, mediaType: file.mediaType };
  if (!isDataUrl(file.url)) return undefined;
  try {
    const response = await fetch(file.url);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const type = response.headers.get('content-type') ?? '';
    return { bytes, mediaType: file.mediaType === '' ? type : file.mediaType };
  } catch {
    return undefined;
  }
}

/** True for an address that is its own content. */
export function isDataUrl(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'data:';
}

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
