import { expect, test, vi } from 'vitest';
import { cleanText } from './registered-agent.ts';
import { listWords, normalizeTag } from './terms.ts';

test('texts of cards and searches hand no long row of marks to ICU, which sorts them by insertion', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  try {
    const text = `ﬁn a${'\u0301\u0327'.repeat(10_000)}`;
    expect(cleanText(`e\u0301${text}`, 2)).toBe('é…');
    expect(normalizeTag(text)).toBe(text.replace('ﬁ', 'fi'));
    expect(listWords(text)[0]).toBe('fin');
    expect(Math.max(...normalize.mock.contexts.map((read) => String(read).length))).toBeLessThan(
      1000,
    );
  } finally {
    normalize.mockRestore();
  }
});
