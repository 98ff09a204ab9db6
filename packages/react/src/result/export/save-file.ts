/**
 * Milliseconds after which the content of a saved file is removed from memory; by then the browser
 * has begun to save it.
 */
const KEEP_MS = 60_000;

/** Makes the browser save a file whose content is in the memory of this page. */
export function saveFile({
  name,
  content,
  mediaType = 'application/octet-stream',
}: {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  /** The media type of the file. Default `application/octet-stream`, which no browser opens. */
  readonly mediaType?: string;
}): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}
