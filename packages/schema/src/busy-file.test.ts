import { expect, onTestFinished, test } from 'vitest';
import { replaceBusyFile } from './busy-file.ts';

function pretendPlatform(name: NodeJS.Platform): void {
  const own = Object.getOwnPropertyDescriptor(process, 'platform');
  Object.defineProperty(process, 'platform', { value: name });
  onTestFinished(() => void (own && Object.defineProperty(process, 'platform', own)));
}

function failTimes(times: number, code: string): { run: () => Promise<void>; tried: number } {
  const attempt = {
    tried: 0,
    run: async () => {
      attempt.tried += 1;
      if (attempt.tried <= times) throw Object.assign(new Error(code), { code });
    },
  };
  return attempt;
}

test.each([
  { platform: 'win32', code: 'EPERM', times: 3, tried: 4, fails: undefined },
  { platform: 'win32', code: 'EBUSY', times: 1, tried: 2, fails: undefined },
  { platform: 'win32', code: 'ENOENT', times: 1, tried: 1, fails: 'ENOENT' },
  { platform: 'win32', code: 'EACCES', times: 99, tried: 9, fails: 'EACCES' },
  { platform: 'linux', code: 'EPERM', times: 1, tried: 1, fails: 'EPERM' },
] as const)('on $platform $code is met $times times: tried $tried times', async (row) => {
  pretendPlatform(row.platform);
  const attempt = failTimes(row.times, row.code);
  const fails = await replaceBusyFile(attempt.run).then(
    () => undefined,
    (error: Error) => error.message,
  );
  expect({ fails, tried: attempt.tried }).toEqual({ fails: row.fails, tried: row.tried });
});
