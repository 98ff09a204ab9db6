/** A file that the page was to save. */
export interface SavedFile {
  readonly name: string;
  readonly content: Blob;
}

/**
 * Hands files to be saved to whoever can: sandboxes of hosts let no page save anything itself. What
 * is saved is a blob of this page, known by its address. Returns what ends that.
 */
export function keepDownloads(page: Document, onSave: (file: SavedFile) => void): () => void {
  const kept = new Map<string, Blob>();
  const create = URL.createObjectURL.bind(URL);
  const revoke = URL.revokeObjectURL.bind(URL);
  URL.createObjectURL = (object) => {
    const url = create(object);
    if (object instanceof Blob) kept.set(url, object);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    kept.delete(url);
    revoke(url);
  };
  const save = (event: Event): void => {
    const { target } = event;
    const anchor = target instanceof Element ? target.closest('a[download]') : null;
    if (!(anchor instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    const content = kept.get(anchor.href);
    if (content !== undefined) onSave({ name: anchor.download, content });
  };
  page.addEventListener('click', save, true);
  return () => {
    page.removeEventListener('click', save, true);
    URL.createObjectURL = create;
    URL.revokeObjectURL = revoke;
  };
}

/** Bytes as base64. */
export async function toBase64(content: Blob): Promise<string> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  const step = 32_768;
  let text = '';
  for (let at = 0; at < bytes.length; at += step) {
    text += String.fromCodePoint(...bytes.subarray(at, at + step));
  }
  return btoa(text);
}
