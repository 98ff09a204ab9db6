import { toVisibleText } from '@formwork/react';
import { formatNumber, type Language } from '@formwork/react/internal';
import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { formatDay } from './format-time.ts';

/**
 * Summarizes an input for a list: its first values in one line, with dates and numbers as the
 * language writes them.
 */
export function summarize(data: Json, language: Language): string {
  const values: (string | number)[] = [];
  collect(data, values);
  // Digits are not separated: a number may be a year or an id.
  const words = values.map((value) =>
    typeof value === 'number'
      ? formatNumber(value, language, { isName: true })
      : (formatDay(value, language) ?? toVisibleText(value)),
  );
  const text = words.join(' · ');
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function collect(value: unknown, values: (string | number)[]): void {
  if (values.length >= 3) return;
  if (typeof value === 'string' && value !== '') values.push(value.slice(0, 60));
  else if (typeof value === 'number') values.push(value);
  else if (Array.isArray(value)) for (const item of value) collect(item, values);
  else if (isRecord(value)) for (const item of Object.values(value)) collect(item, values);
}
