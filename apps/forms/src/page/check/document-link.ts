/**
 * The maximum length of a packed document in a link, in UTF-16 units; some chat and mail programs
 * cut longer links.
 */
const MAX_LINK_LENGTH = 6000;

/** The maximum number of characters of a document from a link once it is unpacked. */
const MAX_DOCUMENT = 2_000_000;

/**
 * Packs a document into the hash of a link, which browsers send to no server; `undefined` if it is
 * too long.
 */
export async function toDocumentHash(text: string): Promise<string | undefined> {
  const packed = await pass(
    new TextEncoder().encode(text),
    new CompressionStream('deflate-raw'),
    MAX_DOCUMENT,
  );
  const doc = toBase64Url(packed);
  return doc.length > MAX_LINK_LENGTH ? undefined : `#view=check&doc=${doc}`;
}

/**
 * Unpacks the document from the hash of a link, which anybody may have written; `undefined` if
 * there is none in it. @throws Error if it cannot be unpacked.
 */
export async function fromDocumentHash(hash: string): Promise<string | undefined> {
  const doc = new URLSearchParams(hash.replace(/^#/u, '')).get('doc');
  if (doc === null) return undefined;
  if (doc.length > MAX_LINK_LENGTH) throw new Error('The document of the link is too long.');
  const bytes = await pass(
    fromBase64Url(doc),
    new DecompressionStream('deflate-raw'),
    MAX_DOCUMENT,
  );
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/**
 * Packs or unpacks bytes, and fails above a limit, because a few packed bytes can become very many.
 */
async function pass(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  limit: number,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > limit) {
      await reader.cancel();
      throw new Error('The document of the link is too large.');
    }
    chunks.push(next.value);
  }
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}

function toBase64Url(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(letters, (letter) => letter.codePointAt(0) ?? 0);
}
