/** Options of {@link toNextCheck}. */
export interface NextCheckOptions {
  readonly checkIntervalMs: number;
  readonly maxCheckIntervalMs: number;
  readonly random: () => number;
}

/**
 * How long until a card is looked at again, in milliseconds: longer with each failure, and never
 * for all of them at once. After the first failure it is sooner, as most are over soon.
 */
export function toNextCheck(
  failures: number,
  { checkIntervalMs, maxCheckIntervalMs, random }: NextCheckOptions,
): number {
  const factor = failures === 0 ? 1 : 2 ** Math.min(failures, 40) / 4;
  const interval = Math.min(
    checkIntervalMs * factor,
    Math.max(maxCheckIntervalMs, checkIntervalMs),
  );
  return Math.round(interval * (0.9 + random() * 0.2));
}
