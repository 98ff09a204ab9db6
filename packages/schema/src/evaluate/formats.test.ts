import { expect, test, vi } from 'vitest';
import { createFormatCheck } from './formats.ts';

test.each([
  ['hostname', 'example.com', 'exampleſ.com'],
  ['hostname', 'xn--mnchen-3ya.de', 'xn--al-0ea'],
  ['hostname', 'r3---sn-4g5e.example', 'xn--0'],
  ['email', 'kim@example.com', '\u212Aim@example.com'],
  ['uri', 'https://example.com/s', 'https://example.com/ſ'],
  ['uri', 'skype:kim', 'ſkype:kim'],
  ['url', 'HTTPS://example.com', 'httpſ://example.com'],
  ['uri-template', '/{kind}', '/{\u212Aind}'],
  ['json-pointer-uri-fragment', '#/s', '#/ſ'],
  ['iri', 'https://example.com/?q=\u{1f600}', 'https://example.com/\u{10ffff}'],
  ['iri', 'https://example.com/?\ue000', 'https://example.com/\ue000'],
  ['iri-reference', 'ſ', 'ſ ſ'],
  ['idn-email', 'søren@ørsted.example', 'søren@-ørsted.example'],
  ['idn-email', '"søren ø"@example.com', 'søren ø@example.com'],
  ['idn-hostname', 'münchen.example', 'München.example'],
  ['idn-hostname', 'a。b．c｡d', 'a。'],
  ['idn-hostname', 'xn--mnchen-3ya.example', 'xn--al-0ea.example'],
  ['idn-hostname', 'a.example', '\u05d0a.example'],
  ['idn-hostname', 'بي\u200cبي', 'a\u200cb'],
  ['idn-hostname', `${'ü'.repeat(57)}.example`, `${'ü'.repeat(58)}.example`],
  ['idn-hostname', `${'a.'.repeat(126)}a`, `${'a.'.repeat(127)}a`],
  ['idn-hostname', 'a0.\u05d0', '0a.\u05d0'],
  ['idn-email', 'user@cafe\u0301.com', 'user@\u0301cafe.com'],
  ['idn-email', '\u0080@example.com', '\u007f@example.com'],
  ['uri-template', "a'b", 'a\u007fb'],
])('%s takes %j and not %j', (format, good, bad) => {
  const fits = createFormatCheck(format);
  expect(fits?.(good)).toBe(true);
  expect(fits?.(bad)).toBe(false);
});

test('idn-email composes no domain that is longer than any', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  try {
    const domain = `a${'\u0301\u0327'.repeat(10_000)}.example`;
    expect(createFormatCheck('idn-email')?.(`kim@${domain}`)).toBe(false);
    const lengths = normalize.mock.contexts.map((text) => String(text).length);
    expect(Math.max(0, ...lengths)).toBeLessThan(2000);
  } finally {
    normalize.mockRestore();
  }
});
