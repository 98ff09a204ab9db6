import { expect, test } from 'vitest';
import { toBodyFailure } from './json-body.ts';
import { PageFields } from './page-fields.ts';

const FILE = { kind: 'bytes', name: 'a.png', mediaType: 'image/png', base64: 'aGk=' } as const;

const read = (body: unknown): PageFields => new PageFields(body, { maxName: 10 });

test('files come as bytes, whether or not their page says so', () => {
  const { kind: _kind, ...nameless } = FILE;
  expect(read({ files: [FILE, nameless] }).files()).toEqual([FILE, FILE]);
  expect(read({}).files()).toBeUndefined();
});

test.each([
  [{ files: [{ ...FILE, base64: 'ab-_' }] }, 'files[0].base64 must be bytes in base64'],
  [{ files: [{ ...FILE, base64: 'aGk' }] }, 'files[0].base64 must be bytes in base64'],
  [{ files: [{ ...FILE, name: 'x'.repeat(11) }] }, 'files[0].name must be text of at most 10'],
  [{ files: [{ ...FILE, mediaType: undefined }] }, 'files[0].mediaType must be text of at most'],
  [{ files: [{ ...FILE, kind: 'url' }] }, 'files[0].kind must be bytes: current value is "url"'],
  [{ files: ['x'] }, 'files[0] must be an object: current value is "x"'],
  [{ files: Array.from({ length: 101 }, () => FILE) }, 'files must be a list of at most 100 files'],
])('%j is refused', (body, problem) => {
  expect(() => read(body).files()).toThrow(`Cannot read the request because ${problem}`);
});

test('a field that does not fit is a failure of the body, with its name', () => {
  let failure: unknown;
  try {
    read({ link: 'x'.repeat(21) }).name('link', 20);
  } catch (error) {
    failure = toBodyFailure(error);
  }
  const message = `Cannot read the request because link must be text of at most 20 characters: current value is "${'x'.repeat(21)}"`;
  expect(failure).toEqual({ kind: 'unreadable', message });
  expect(() => read([])).toThrow('its body must be an object: current value is an array');
});
