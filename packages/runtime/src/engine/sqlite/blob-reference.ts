/** No text of an event begins with it, as they are JSON objects. */
const MARK = '@';
const MARK_CODE = MARK.charCodeAt(0);

/** Between the id and the checksum; rows of earlier versions have neither. */
const SEPARATOR = '#';

/** What an event in a blob has in its row. */
export interface BlobReference {
  readonly blobId: string;
  /** Of the bytes of the blob; absent in rows of earlier versions. */
  readonly checksum?: number;
}

/** What stands in the row of an event instead of its text. */
export function toBlobReference({ blobId, checksum }: Required<BlobReference>): string {
  return `${MARK}${blobId}${SEPARATOR}${checksum}`;
}

/** Which blob has the text; `undefined` when the text is there itself. */
export function fromBlobReference(text: string): BlobReference | undefined {
  if (text.charCodeAt(0) !== MARK_CODE) return undefined;
  const [blobId = '', checksum] = text.slice(1).split(SEPARATOR);
  return checksum === undefined ? { blobId } : { blobId, checksum: Number(checksum) };
}
