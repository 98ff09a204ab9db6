/** How long a caller wants to wait, by `Prefer` (RFC 7240), in milliseconds; at most `mostMs`. */
export function readWait(header: string | undefined, mostMs: number): number {
  const preferences = (header ?? '').toLowerCase().split(/[,;]/u);
  let isAsync = false;
  for (const preference of preferences) {
    const wait = /^wait\s*=\s*"?(?<seconds>\d{1,6})"?$/u.exec(preference.trim())?.groups;
    if (wait?.['seconds'] !== undefined) return Math.min(mostMs, Number(wait['seconds']) * 1_000);
    if (preference.trim() === 'respond-async') isAsync = true;
  }
  return isAsync ? 0 : mostMs;
}
