import { expect, test } from 'vitest';
import { toSignInAddress, withoutUsers } from './sign-in-address.ts';

test('an address of a sign-in shows where it leads', () => {
  expect(toSignInAddress('https://login.example.com@evil.example/')).toEqual({
    url: 'https://evil.example/',
    host: 'evil.example',
  });
  expect(toSignInAddress('https://login.example.com:x@evil.example:8443/a?b=c@d')).toEqual({
    url: 'https://evil.example:8443/a?b=c@d',
    host: 'evil.example:8443',
  });
  expect(toSignInAddress('https://login.example.com/a?b')).toMatchObject({
    url: 'https://login.example.com/a?b',
  });
  for (const url of [undefined, 'javascript:alert(1)', 'x'])
    expect(toSignInAddress(url)).toBeUndefined();
});

test('so do addresses in words', () => {
  expect(withoutUsers('Go to https://login.example.com@evil.example/x, now')).toBe(
    'Go to https://evil.example/x, now',
  );
  expect(withoutUsers('Write to https://a.example/?to=me@b.example')).toBe(
    'Write to https://a.example/?to=me@b.example',
  );
});
