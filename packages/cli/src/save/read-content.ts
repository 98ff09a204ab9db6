import type { ReceivedFile } from '@formwork/client';

/** The content of a file that can be saved. */
export interface FileContent {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/**
 * Returns the content of a file of a result, without fetching anything: its bytes, or those of a
 * `data:` URL (RFC 2397). `undefined` for any other address, and for a `data:` URL that is not
 * valid.
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

/** True for a `data:` URL, which contains the file itself. */
export function isDataUrl(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'data:';
}

/**
 * Describes a file in a few words. They come from the agent, and are not safe to print as they are.
 */
export function describeFile(file: ReceivedFile): string {
  const name = file.name === '' ? file.artifact : file.name;
  return [name, file.mediaType, describeContent(file)].filter((word) => word !== '').join(' ');
}

function describeContent(file: ReceivedFile): string {
  if (file.kind === 'bytes') return `${file.bytes.length} bytes`;
  // The text may have megabytes, and not be valid in the end.
  return isDataUrl(file.url) ? `data: URL of ${file.url.length} characters` : file.url;
}
