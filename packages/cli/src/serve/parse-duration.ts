const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Milliseconds of `500ms`, `30s`, `10m`, `12h`, `7d`; `undefined` for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,9})(ms|s|m|h|d)$/u.exec(text) ?? [];
  const factor = UNITS[unit];
  return factor === undefined ? undefined : Number(count) * factor;
}
