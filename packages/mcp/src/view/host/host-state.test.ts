import { expect, test } from 'vitest';
import { INITIAL_STATE, mergeContext, readAbilities } from './host-state.ts';

const { context } = INITIAL_STATE;

test('what a host tells anew replaces what it told, and nothing else', () => {
  const tool = { name: 'a' };
  const first = mergeContext(context, { theme: 'dark', locale: 'de', toolInfo: { tool } });
  expect(mergeContext(first, { theme: 'light' })).toEqual({ ...first, theme: 'light' });
  expect(mergeContext(first, { theme: 7, locale: {}, toolInfo: 'x' })).toEqual(first);
  expect(mergeContext(first, undefined)).toEqual(first);
});

test('variables load nothing and end no declaration', () => {
  const variables = {
    '--color-text-primary': 'light-dark(#171717, rgb(250 250 250))',
    '--font-sans': '"Some Sans", sans-serif',
    '--border-radius-md': '8px',
    '--a': 'url(https://evil.example/x)',
    '--b': 'image-set("https://evil.example/x" 1x)',
    '--c': 'red; background: blue',
    '--d': String.raw`u\72l(x)`,
    '--e': 5,
    color: 'red',
    '--F': 'red',
  };
  expect(Object.keys(mergeContext(context, { styles: { variables } }).variables)).toEqual([
    '--color-text-primary',
    '--font-sans',
    '--border-radius-md',
  ]);
});

test('insets are pixels, and abilities what the host names', () => {
  const safeAreaInsets = { top: 10, right: -5, bottom: 1e9, left: 'x' };
  expect(mergeContext(context, { safeAreaInsets }).insets).toEqual({
    top: 10,
    right: 0,
    bottom: 0,
    left: 0,
  });
  expect(readAbilities({ openLinks: {}, message: true })).toEqual({
    links: true,
    downloads: false,
    resources: false,
    messages: false,
  });
});
