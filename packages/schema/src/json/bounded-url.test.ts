import { expect, test, vi } from 'vitest';
import { parseUrl } from './bounded-url.ts';

test('parseUrl() reads no host whose marks would take seconds to sort', () => {
  const parse = vi.spyOn(URL, 'parse');
  try {
    expect(parseUrl(`https://a${'\u0301\u0327'.repeat(5000)}.com/`)).toBeUndefined();
    expect(parse).not.toHaveBeenCalled();
  } finally {
    parse.mockRestore();
  }
  expect(parseUrl('https://münchen.example/a')?.host).toBe('xn--mnchen-3ya.example');
  expect(parseUrl(`data:text/plain,${'x'.repeat(100_000)}`)?.protocol).toBe('data:');
  expect(parseUrl('nothing')).toBeUndefined();
});
