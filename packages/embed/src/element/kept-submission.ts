import { isSensitive, type StoredEntry, type ThreadEntry } from '@formwork/react';
import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/internal';

/**
 * A submission that the agent has not acknowledged, kept while the tab is open, so that a page that
 * is loaded again sends it under the same id. It is not kept longer, because the next visitor of a
 * shared computer would see it. Files and secrets are never kept.
 */
export class KeptSubmission {
  readonly #key: string;
  readonly #canKeep: boolean;

  /**
   * `url` is the address of the form, `link` its signed link, and `schema` that of its input; without
   * it nothing is kept.
   */
  constructor(url: string, link: string | undefined, schema?: JsonSchema | boolean) {
    this.#key = `formwork.submission:${url} ${link ?? ''}`;
    this.#canKeep = schema !== undefined && !hasSecret(schema);
  }

  /** Returns the kept submission; `undefined` if there is none. */
  read(): StoredEntry | undefined {
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(this.#key) ?? 'null');
      // Only this class writes the value.
      return isRecord(kept) ? (kept as unknown as StoredEntry) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Keeps a submission that is being sent, and forgets one that the agent has acknowledged. */
  update({ id, sent, sentAt, state }: ThreadEntry): void {
    try {
      if (state.kind !== 'sending') {
        // The page may have the same form twice, and the other submission may still be under way.
        if (this.read()?.id === id) sessionStorage.removeItem(this.#key);
      } else if (this.#canKeep && sent.files === undefined) {
        const kept: StoredEntry = { id, taskId: '', sent, sentAt };
        sessionStorage.setItem(this.#key, JSON.stringify(kept));
      }
    } catch {
      // A browser that stores nothing keeps nothing.
    }
  }
}

/** True if a value of the schema, or of a schema within it, is a secret. */
function hasSecret(schema: unknown, name = ''): boolean {
  if (Array.isArray(schema)) return schema.some((part) => hasSecret(part));
  if (!isRecord(schema)) return false;
  return (
    isSensitive(schema, name) ||
    Object.entries(schema).some(([within, part]) => hasSecret(part, within))
  );
}
