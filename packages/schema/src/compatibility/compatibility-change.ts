import { previewJson } from '../problems/preview-json.ts';

import type { Json } from '../types/json.ts';

/**
 * Effect of a change on the other side.
 *
 * - `breaking`: something that worked before may fail now.
 * - `unknown`: it could not be judged; to be treated as breaking by whoever must be sure.
 * - `safe`: what worked before works.
 * - `cosmetic`: texts and ways of writing; nothing that programs see.
 */
export type ChangeKind = 'breaking' | 'unknown' | 'safe' | 'cosmetic';

/** One difference between two schemas or two agent cards. Plain data. */
export interface CompatibilityChange {
  readonly kind: ChangeKind;
  /** Names the change, such as `schema-required`, `schema-enum` or `skill-removed`. */
  readonly code: string;
  /** JSON pointer (RFC 6901) to where the change shows best, in the document that `in` names. */
  readonly pointer: string;
  /** The new document, or the old one for parts that are gone. */
  readonly in: 'old' | 'new';
  /** The old value; absent if there was nothing. */
  readonly was?: unknown;
  /** The new value; absent if there is nothing. */
  readonly is?: unknown;
  /** One sentence for people. */
  readonly message: string;
  /**
   * A value that shows the break, confirmed by validators: of an input, one that was accepted and
   * is now refused; of an output, one that may come now and was not possible before. Only with
   * `breaking`, and only where one was found.
   */
  readonly counterExample?: Json;
}

/** The outcome of a comparison. */
export interface CompatibilityReport {
  /** The worst of the changes; `identical` without any. */
  readonly verdict: ChangeKind | 'identical';
  /** The worst first. */
  readonly changes: readonly CompatibilityChange[];
}

const ORDER: readonly ChangeKind[] = ['breaking', 'unknown', 'safe', 'cosmetic'];

/** Sorts changes, the worst first, and sums them up in a verdict. */
export function createReport(changes: readonly CompatibilityChange[]): CompatibilityReport {
  const sorted = ORDER.flatMap((kind) => changes.filter((change) => change.kind === kind));
  return { verdict: sorted[0]?.kind ?? 'identical', changes: sorted };
}

/** Describes a change of a text or a value that stands under a name. */
export function describeChange(
  name: string,
  { was, is }: { readonly was: unknown; readonly is: unknown },
): string {
  if (was === undefined) return `"${name}" was added: ${previewJson(is)}.`;
  if (is === undefined) return `"${name}" was removed; it was ${previewJson(was)}.`;
  return `"${name}" is now ${previewJson(is)}, and was ${previewJson(was)}.`;
}
