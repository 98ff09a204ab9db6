import { expect, test } from 'vitest';
import { toMailLink, toSafeLink } from './to-safe-link.ts';

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://a.example/1',
  'ftp://a.example',
  '//a.example',
  '/path',
  '#place',
  'https://user:word@a.example',
  'https://bank.example@evil.example',
  'mailto:a@b.example?subject=x&bcc=c@d.example',
  'mailto:',
  `https://a.example/${'x'.repeat(3000)}`,
  '',
])('is no link: %s', (text) => {
  const link = toSafeLink(text);
  // All parts after the mail address are dropped, because they could contain anything.
  expect(link === undefined || link.href === 'mailto:a@b.example').toBe(true);
});

test('says where a link leads', () => {
  expect(toSafeLink('https://a.example:8443/x?y#z')).toEqual({
    href: 'https://a.example:8443/x?y#z',
    host: 'a.example:8443',
  });
  expect(toSafeLink('http://аррӏе.example/')?.host).toMatch(/^xn--/u);
  expect(toMailLink('ada@a.example')).toEqual({
    href: 'mailto:ada@a.example',
    host: 'ada@a.example',
  });
  expect(toMailLink('ada at a.example')).toBeUndefined();
});
