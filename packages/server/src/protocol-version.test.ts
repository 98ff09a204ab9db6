import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readProtocolVersion } from './protocol-version.ts';

test.each([
  [undefined, '0.3'],
  ['', '0.3'],
  [' 1.0 ', '1.0'],
  ['1.0.0', '1.0'],
  ['0.3.0', '0.3'],
  ['2.0', '2.0'],
  ['nonsense', 'nonsense'],
])('readProtocolVersion() reads %j as %s', (header, version) => {
  const request = new IncomingMessage(new Socket());
  if (header !== undefined) request.headers['a2a-version'] = header;
  expect(readProtocolVersion(request)).toBe(version);
});
