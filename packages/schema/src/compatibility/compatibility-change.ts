import { previewJson } from '../problems/preview-json.ts';
import type { Json } from '../types/json.ts';

/**
 * The effect of a change on those who still use the old version, from the worst to the least.
 *
 * - `breaking`: something that worked before may fail now.
 * - `unknown`: the change could not be judged; treat it as breaking where you must be sure.
 * - `safe`: whatever worked before still works.
 * - `cosmetic`: texts and spellings; nothing that programs notice.
 */
export type ChangeKind = 'breaking' | 'unknown' | 'safe' | 'cosmetic';

/** One difference between two schemas or two agent cards, as plain data. */
export interface CompatibilityChange {
  readonly kind: ChangeKind;
  /**
   * The kind of change, for programs, such as `schema-required`, `schema-enum` or `skill-removed`.
   */
  readonly code: string;
  /**
   * The JSON pointer (RFC 6901) to the place that shows the change best, in the document that `in`
   * names.
   */
  readonly pointer: string;
  /**
   * The document that `pointer` leads into: the new one, or the old one for parts that were
   * removed.
   */
  readonly in: 'old' | 'new';
  /** The value that changed, as it was in the old document; absent if there was none. */
  readonly was?: unknown;
  /** The value that changed, as it is in the new document; absent if there is none. */
  readonly is?: unknown;
  /** The change in one sentence for people. */
  readonly message: string;
  /**
   * A value that shows the break, confirmed by validators: an input that was accepted and is now
   * refused, or an output that may come now and was not possible before. Only changes of the kind
   * `breaking` have one, and only where one was found.
   */
  readonly counterExample?: Json;
}

/** The outcome of a comparison of two schemas or two agent cards. */
export interface CompatibilityReport {
  /** The worst kind among the changes; `identical` if there are none. */
  readonly verdict: ChangeKind | 'identical';
  /** All changes, the worst first. */
  readonly changes: readonly CompatibilityChange[];
}

const ORDER: readonly ChangeKind[] = ['breaking', 'unknown', 'safe', 'cosmetic'];

/** Sorts changes, the worst first, and sums them up in a verdict. */
export function createReport(changes: readonly CompatibilityChange[]): CompatibilityReport {
  const sorted = ORDER.flatMap((kind) => changes.filter((change) => change.kind === kind));
  return { verdict: sorted[0]?.kind ?? 'identical', changes: sorted };
}

/** Describes in words how a named text or value was added, removed or changed. */
export function describeChange(
  name: string,
  { was, is }: { readonly was: unknown; readonly is: unknown },
): string {
  if (was === undefined) return `"${name}" was added: ${previewJson(is)}.`;
  if (is === undefined) return `"${name}" was removed; it was ${previewJson(was)}.`;
  return `"${name}" is now ${previewJson(is)}, and was ${previewJson(was)}.`;
}
