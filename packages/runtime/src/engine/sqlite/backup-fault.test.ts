import { expect, test } from 'vitest';
import { toBackupError, toTargetError } from './backup-fault.ts';

/** Makes an error as the system does. */
function createFault(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: open '${path}'`), { code, path, syscall: 'open' });
}

test.each([
  ['EROFS', 'current value is "/copies", whose file system is read-only (EROFS)'],
  ['EACCES', 'current value is "/copies", which this user may not write to (EACCES)'],
  ['EMFILE', 'current value is "/copies", which the system refuses (EMFILE)'],
  ['ENOSPC', 'there is no room on the disk for /copies/a.sqlite (ENOSPC). Make room there'],
])('a folder of copies that refuses with %s is named', (code, words) => {
  const fault = createFault(code, '/copies/a.sqlite.part/run/tasks.sqlite');
  for (const convert of [toTargetError, toBackupError]) {
    expect(convert(fault, '/copies/a.sqlite')).toMatchObject({
      code: 'ENGINE_STORAGE',
      storageCode: code,
      message: expect.stringContaining(words),
      cause: fault,
    });
  }
});

test('an error about another path, or of a program, stays as it is', () => {
  const fault = createFault('EACCES', '/tasks/a.sqlite-blobs/1');
  expect(toBackupError(fault, '/copies/a.sqlite')).toBe(fault);
  const error = new TypeError('The blob store of the program has a fault.');
  expect(toTargetError(error, '/copies/a.sqlite')).toBe(error);
});
