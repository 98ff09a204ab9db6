const SHORTEST_MS = 50;
const LONGEST_MS = 30_000;
const DEFAULT_MS = 1000;

/** How long to wait before the next look at a task: as the server wishes, within reason. */
export function toPollMs(wished: unknown): number {
  if (typeof wished !== 'number' || !Number.isFinite(wished)) return DEFAULT_MS;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, wished));
}
