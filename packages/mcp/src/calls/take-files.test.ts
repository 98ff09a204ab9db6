import { expect, test } from 'vitest';
import { takeFiles } from './take-files.ts';

/** Takes one file, and returns its bytes as Latin-1; or the places of the problems. */
async function take(file: object): Promise<string | readonly string[]> {
  const outcome = await takeFiles(
    { a2a_files: [{ mime_type: 'text/plain', ...file }] },
    {
      skill: { fileTypes: ['text/plain'], fileLimits: {} },
      readPart: async () => undefined,
    },
  );
  if (outcome.kind === 'invalid') return outcome.problems.map(({ pointer }) => pointer);
  const contents = outcome.files.map((entry) =>
    'content' in entry && entry.content instanceof Uint8Array
      ? Buffer.from(entry.content).toString('latin1')
      : 'no bytes',
  );
  return contents.join();
}

test.each([
  ['data:text/plain;base64,aGVsbG8=', 'hello'],
  ['data:text/plain;BASE64,aGVsbG8=', 'hello'],
  ['DATA:text/plain;charset=utf-8;Base64,aGVs%62G8=', 'hello'],
  ['data:;base64,', ''],
  ['data:,a%2Cb;base64,c', 'a,b;base64,c'],
  ['data:,%FF%00', '\u00FF\0'],
])('the bytes of %s are those that the platform reads', async (uri, bytes) => {
  expect(await take({ uri })).toBe(bytes);
});

test.each(['data:text/plain', 'data:text/plain;base64', 'data:;base64,a', 'data:;base64,a$b='])(
  '%s has no bytes',
  async (uri) => {
    expect(await take({ uri })).toEqual(['/a2a_files/0/uri']);
  },
);

test.each(['abcd!', 'abcde', 'YQ==YQ==', 'a'])('%s is no base64', async (data) => {
  expect(await take({ data })).toEqual(['/a2a_files/0/data']);
});

test.each(['aGVsbG8=', 'aGVsbG8', 'aGVs\nbG8=\n'])('%j is base64', async (data) => {
  expect(await take({ data })).toBe('hello');
});
