/** Writes a number of bytes with its unit in a language, such as `1.5 MB`: a kB has 1,000 bytes. */
export function formatBytes(bytes: number, language: string): string {
  if (bytes >= 1_000_000) return formatSize(bytes / 1_000_000, 'megabyte', language);
  return bytes >= 1000
    ? formatSize(bytes / 1000, 'kilobyte', language)
    : formatExactBytes(bytes, language);
}

/** Writes a number of bytes in full, such as `1,536 bytes`. */
export function formatExactBytes(bytes: number, language: string): string {
  return formatUnit(bytes, 'byte', language);
}

function formatSize(value: number, unit: string, language: string): string {
  // Arabic shortens some of these units and not others, so that they would stand side by side.
  const unitDisplay = language.startsWith('ar') ? 'long' : 'short';
  const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language, options).format(value);
}

const DURATION =
  /^P(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/u;

const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;

/** Writes an ISO 8601 duration in words of a language; `undefined` for other text. */
export function formatDuration(text: string, language: string): string | undefined {
  if (text.length > 100) return undefined;
  const numbers = DURATION.exec(text)?.slice(1);
  if (numbers === undefined || numbers.every((number) => number === undefined)) return undefined;
  const parts = UNITS.flatMap((unit, position) => {
    const number = Number(numbers[position] ?? 0);
    return number === 0 ? [] : [formatUnit(number, unit, language)];
  });
  if (parts.length === 0) return formatUnit(0, 'second', language);
  return new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }).format(parts);
}

function formatUnit(value: number, unit: string, language: string): string {
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language, options).format(value);
}

/** Writes how long something took: tenths of a second where it was short. */
export function formatTook(milliseconds: number, language: string): string {
  return milliseconds < 9950
    ? formatUnit(Math.max(1, Math.round(milliseconds / 100)) / 10, 'second', language)
    : formatElapsed(milliseconds, language);
}

/** Writes a duration in milliseconds in a language, such as `1 min 5 s`. */
export function formatElapsed(milliseconds: number, language: string): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  const shown =
    first === -1 ? parts.slice(2) : parts.slice(first, first + 2).filter(([value]) => value > 0);
  return shown
    .map(([value, unit]) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value),
    )
    .join(' ');
}
