import { expect, test } from 'vitest';
import { toCacheFolder } from './to-cache-folder.ts';

const home = '/home/ada';

test.each([
  ['linux', {}, '/home/ada/.cache'],
  ['linux', { XDG_CACHE_HOME: '/cache' }, '/cache'],
  ['linux', { XDG_CACHE_HOME: '' }, '/home/ada/.cache'],
  ['darwin', {}, '/home/ada/Library/Caches'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local'],
  ['win32', {}, '/home/ada/AppData/Local'],
] as const)('on %s with %j it is %s', (platform, env, expected) => {
  expect(toCacheFolder({ platform, env, home })).toBe(expected);
});
