import { expect, test } from 'vitest';
import { isLoopbackAddress, isLoopbackHost } from './is-loopback.ts';

test.each(['127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'])(
  'isLoopbackAddress() knows %s',
  (address) => expect(isLoopbackAddress(address)).toBe(true),
);

test.each(['', 'localhost', '0.0.0.0', '10.0.0.1', '128.0.0.1', '::', '::2', '::ffff:10.0.0.1'])(
  'isLoopbackAddress() does not take %j for one',
  (address) => expect(isLoopbackAddress(address)).toBe(false),
);

test.each(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '[::1]', '127.0.0.1'])(
  'isLoopbackHost() knows %s',
  (host) => expect(isLoopbackHost(host)).toBe(true),
);

test.each(['localhost.example', 'notlocalhost', '127.0.0.1.example', '192.168.0.1', '', '[::]'])(
  'isLoopbackHost() does not take %j for one',
  (host) => expect(isLoopbackHost(host)).toBe(false),
);
