import { isSensitive, type StoredEntry, type ThreadEntry } from '@formwork/react';
import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';

/** The ids of the submissions that forms of this page show. */
const shown = new Set<string>();

/**
 * The submissions of a form that the agent has not acknowledged, kept while the tab is open, so that
 * a page that is loaded again sends them under the same ids. They are not kept longer, because the
 * next visitor of a shared computer would see them. Files and secrets are never kept.
 */
export class KeptSubmissions {
  readonly #key: string;
  readonly #canKeep: boolean;
  readonly #shownIds = new Set<string>();

  /**
   * `url` is the address of the form, `link` its signed link, and `schema` that of its input; without
   * it nothing is kept.
   */
  constructor(url: string, link: string | undefined, schema?: JsonSchema | boolean) {
    this.#key = `formwork.submission:${url} ${link ?? ''}`;
    this.#canKeep = schema !== undefined && !hasSecret(schema);
  }

  /** Lists the kept submissions, oldest first. */
  list(): readonly StoredEntry[] {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(this.#key) ?? '[]');
      // Only this class writes the value.
      return Array.isArray(stored) ? (stored as readonly StoredEntry[]) : [];
    } catch {
      return [];
    }
  }

  /** Takes the oldest submission that no form of this page shows; `undefined` if there is none. */
  take(): StoredEntry | undefined {
    const entry = this.list().find(({ id }) => !shown.has(id));
    if (entry !== undefined) this.#show(entry.id);
    return entry;
  }

  /** Leaves what this form shows to other forms of the page, because it is drawn no longer. */
  leave(): void {
    for (const id of this.#shownIds) shown.delete(id);
    this.#shownIds.clear();
  }

  /** Keeps a submission that is being sent, and forgets one that the agent has acknowledged. */
  update({ id, sent: message, sentAt, state }: ThreadEntry): void {
    this.#show(id);
    const stored = this.list();
    const otherEntries = stored.filter((entry) => entry.id !== id);
    const isKept = state.kind === 'sending' && this.#canKeep && message.files === undefined;
    if (!isKept && otherEntries.length === stored.length) return;
    const entries = isKept
      ? [...otherEntries, { id, taskId: '', sent: message, sentAt }]
      : otherEntries;
    try {
      if (entries.length === 0) sessionStorage.removeItem(this.#key);
      else sessionStorage.setItem(this.#key, JSON.stringify(entries));
    } catch {
      // A browser that stores nothing keeps nothing.
    }
  }

  #show(id: string): void {
    shown.add(id);
    this.#shownIds.add(id);
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
