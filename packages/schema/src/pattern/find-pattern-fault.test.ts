import { expect, test, vi } from 'vitest';
import { createFormatCheck } from '../evaluate/formats.ts';
import { vetSchema } from '../vetting/vet-schema.ts';
import { findPatternFault } from './find-pattern-fault.ts';

function isAccepted(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== '';
  } catch {
    return false;
  }
}

test.each([
  '',
  String.raw`\p{L}+`,
  String.raw`[\p{Lu}\P{Script=Greek}]`,
  String.raw`[^\p{L}\d-]`,
  String.raw`[\p{L}-z]`,
  String.raw`\p{Nothing}`,
  String.raw`\p{Script=Nothing}`,
  String.raw`\p{L`,
  String.raw`\p`,
  String.raw`\\p{L}`,
  String.raw`\\\p{L}`,
  String.raw`\p{}`,
  String.raw`(?<\p{L}>a)`,
  String.raw`(?<a>\p{L})\k<a>`,
  String.raw`\p{L}{2,1}`,
  '[\\p{L}',
  '(',
  '\\',
  '😀{1}',
])('findPatternFault() accepts what the engine of the host accepts: %s', (text) => {
  expect(findPatternFault(text) === undefined).toBe(isAccepted(text));
});

test('findPatternFault() says in the words of the host what is wrong', () => {
  expect(findPatternFault('(')).toBe('Unterminated group');
  expect(findPatternFault(String.raw`\p{Nothing}`)).toBe('Invalid property name');
});

test('a class of characters is read once, however often it stands in patterns', () => {
  const asked = vi.fn<(classes: number) => void>();
  const Host = globalThis.RegExp;
  vi.stubGlobal(
    'RegExp',
    class extends Host {
      constructor(source: string | RegExp, flags?: string) {
        super(source, flags);
        asked(String(source).split('\\p{').length - 1);
      }
    },
  );
  const pattern = String.raw`\p{L}`.repeat(90);
  const names = Array.from({ length: 90 }, (_, at) => [`p${at}`, { pattern: `${pattern}${at}` }]);
  vetSchema({ type: 'object', properties: Object.fromEntries(names) });
  createFormatCheck('regex')?.(String.raw`[\p{L}`.repeat(10_000));
  vi.unstubAllGlobals();
  const classes = asked.mock.calls.reduce((sum, [count]) => sum + count, 0);
  expect(classes).toBeLessThan(10);
});
