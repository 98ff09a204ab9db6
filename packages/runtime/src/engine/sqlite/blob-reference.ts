/** No text of an event begins with it, as they are JSON objects. */
const MARK = '@';
const MARK_CODE = MARK.charCodeAt(0);

/** What stands in the row of an event instead of its text. */
export function toBlobReference(blobId: string): string {
  return `${MARK}${blobId}`;
}

/** The id of the blob that has the text; `undefined` when the text is there itself. */
export function fromBlobReference(text: string): string | undefined {
  return text.charCodeAt(0) === MARK_CODE ? text.slice(1) : undefined;
}
