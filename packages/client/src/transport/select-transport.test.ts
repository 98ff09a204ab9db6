import { expect, test } from 'vitest';
import { parseGrpcAddress } from './select-transport.ts';

test.each([
  ['https://a.example', 'dns:a.example:443', 'https://a.example', true],
  ['https://a.example/grpc', 'dns:a.example:443', 'https://a.example', true],
  ['https://a.example:50051', 'dns:a.example:50051', 'https://a.example:50051', true],
  ['http://a.example', 'dns:a.example:80', 'http://a.example', false],
  ['a.example', 'dns:a.example:443', 'https://a.example', true],
  ['a.example:50051', 'dns:a.example:50051', 'https://a.example:50051', true],
  ['10.0.0.1:50051', 'dns:10.0.0.1:50051', 'https://10.0.0.1:50051', true],
  ['localhost:50051', 'dns:localhost:50051', 'http://localhost:50051', false],
  ['127.0.0.9:50051', 'dns:127.0.0.9:50051', 'http://127.0.0.9:50051', false],
  ['[::1]:50051', 'dns:[::1]:50051', 'http://[::1]:50051', false],
  ['[2001:db8::1]:443', 'dns:[2001:db8::1]:443', 'https://[2001:db8::1]', true],
  [
    '127.0.0.1.evil.example:1',
    'dns:127.0.0.1.evil.example:1',
    'https://127.0.0.1.evil.example:1',
    true,
  ],
  ['unix:80', 'dns:unix:80', 'https://unix:80', true],
])('%s is an address', (url, ...[target, origin, isSecure]) => {
  expect(parseGrpcAddress(url)).toEqual({ target, origin, isSecure });
});

test.each([
  '',
  'unix:/run/x.sock',
  'unix-abstract:x',
  'ipv4:127.0.0.1:80',
  'dns:///a.example:1',
  'xds:///a',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'a.example:99999',
  'a.example:1/x',
  'a@b.example:1',
  'a b:1',
  `https://a.example/${'x'.repeat(9000)}`,
])('%j is none', (url) => {
  expect(parseGrpcAddress(url)).toBeUndefined();
});
