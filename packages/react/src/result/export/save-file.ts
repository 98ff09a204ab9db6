/** The file that is saved. */
interface SavedFile {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  /** Default `application/octet-stream`: no page opens it. */
  readonly mediaType?: string;
}

/** Milliseconds that a browser may take to begin to save. */
const KEEP_MS = 60_000;

/** Has the browser save a file from the memory of this page. */
export function saveFile({
  name,
  content,
  mediaType = 'application/octet-stream',
}: SavedFile): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}

/** The bytes behind base64; `undefined` for other text. */
export function toBytes(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
  } catch {
    return undefined;
  }
}
