import { isRecord } from '@formwork/schema/internal';
import type { Json } from '@formwork/schema';
import type { Language } from '@formwork/react/internal';
import { formatDay } from './format-time.ts';
import { toVisibleText } from '@formwork/react';

/**
 * Summarizes an input for a list: its first values in one line, with dates as the language writes
 * them.
 */
export function summarize(data: Json, language: Language): string {
  const words: string[] = [];
  collect(data, words);
  const text = words.map((word) => formatDay(word, language) ?? toVisibleText(word)).join(' · ');
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function collect(value: unknown, words: string[]): void {
  if (words.length >= 3) return;
  if (typeof value === 'string' && value !== '') words.push(value.slice(0, 60));
  else if (typeof value === 'number') words.push(String(value));
  else if (Array.isArray(value)) for (const item of value) collect(item, words);
  else if (isRecord(value)) for (const item of Object.values(value)) collect(item, words);
}
