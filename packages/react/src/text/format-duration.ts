const DURATION =
  /^P(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:\.\d{1,9})?)S)?)?$/u;

const UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;

/** A duration of ISO 8601 in the words of a language; `undefined` for other text. */
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
