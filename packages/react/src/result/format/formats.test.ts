import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { formatBytes, formatExactBytes, formatDuration } from '../../text/format-amount.ts';
import { formatNumber } from '../../text/format-number.ts';
import { findTimeKind, formatTime } from '../../text/format-time.ts';
import { toImageSource, toInlineData } from '../../text/inline-data.ts';
import { toSafeFileName } from '../../text/to-safe-file-name.ts';
import { toCurrency } from '../shape/find-money.ts';

test('numbers', () => {
  expect(formatNumber(1234567.891, 'en')).toBe('1,234,567.891');
  expect(formatNumber(1234567.891, 'de')).toBe('1.234.567,891');
  expect(formatNumber(2026, 'en')).toBe('2026');
  expect(formatNumber(123456, 'en', { isName: true })).toBe('123456');
  expect(formatNumber(0.825, 'en', { isFraction: true })).toBe('82.5%');
  expect(formatNumber(12.5, 'en', { currency: 'EUR' })).toBe('€12.50');
  expect(formatNumber(1200, 'en', { currency: 'JPY' })).toBe('¥1,200');
  expect(formatNumber(1240, 'en', { decimals: 2 })).toBe('1,240.00');
  expect(formatNumber(1e-9, 'en')).toBe('1E-9');
  expect(formatNumber(1e300, 'en')).toBe('1E300');
  expect(['EUR', 'eur', 'Eur', 'EURO', 1].map(toCurrency)).toEqual([
    'EUR',
    'EUR',
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  [0.00012345, {}, '0.00012345'],
  [1_234_567_890_123_456, {}, '1,234,567,890,123,456'],
  [Number.MAX_SAFE_INTEGER, { isName: true }, '9007199254740991'],
  [-1_234_567_890_123_456, {}, '-1,234,567,890,123,456'],
  [2 ** 53, {}, '9.00719925474099E15'],
  [0.1 + 0.2, {}, '0.3'],
  [1.00000000000001, {}, '1.00000000000001'],
  [123_456_789.123456, {}, '123,456,789.123456'],
  [0.000001, {}, '0.000001'],
  [1.23456789012345e-7, {}, '1.23456789012345E-7'],
  [1.25, { decimals: 4 }, '1.2500'],
  [0.00012345, { decimals: 2 }, '0.00012345'],
  [0.12345, { isFraction: true }, '12.345%'],
  [0.07, { isFraction: true }, '7%'],
  [0.0000025, { currency: 'USD' }, '$0.0000025'],
  [19.99 * 3, { currency: 'USD' }, '$59.97'],
])('%d with %o keeps its digits', (value, options, text) => {
  expect(formatNumber(value, 'en', options)).toBe(text);
});

test('a number is read back as it was, to 15 digits', () => {
  const seed = 7;
  const all = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.oneof(all, fc.maxSafeInteger()), (value) => {
      const read = Number(formatNumber(value, 'en').replaceAll(',', ''));
      const expected = Number.isSafeInteger(value) ? value : Number(value.toPrecision(15));
      expect(read).toBeCloseTo(expected, 300);
    }),
    { seed },
  );
});

test('of the currencies that an agent makes up, a few formats are kept', () => {
  const spy = vi.spyOn(Intl, 'NumberFormat');
  onTestFinished(() => spy.mockRestore());
  const letters = Array.from({ length: 26 }, (_letter, n) => String.fromCodePoint(65 + n));
  const codes = letters.flatMap((first) => letters.map((second) => `X${first}${second}`));
  for (const currency of codes) expect(formatNumber(1, 'en', { currency })).toContain('1');
  const before = spy.mock.calls.length;
  formatNumber(1, 'en', { currency: codes.at(-1) ?? '' });
  expect(spy.mock.calls.length).toBe(before);
  formatNumber(1, 'en', { currency: codes[0] ?? '' });
  expect(spy.mock.calls.length).toBeGreaterThan(before);
});

test('dates are those of the calendar, whatever the time zone', () => {
  expect(formatTime('2026-03-01', 'date', 'en')).toBe('Mar 1, 2026');
  expect(formatTime('2026-03-01', 'date', 'de')).toBe('01.03.2026');
  expect(formatTime('14:30:00', 'time', 'de')).toBe('14:30');
  expect(formatTime('2026-03-01T12:00:00Z', 'date-time', 'en')).toContain('2026');
  expect(formatTime('tomorrow', 'date', 'en')).toBeUndefined();
  expect(formatTime('2026-13-45', 'date', 'en')).toBeUndefined();
  expect(findTimeKind('2026-03-01')).toBe('date');
  expect(findTimeKind('2026-03-01T12:00:00+01:00')).toBe('date-time');
  expect(findTimeKind('12:00')).toBeUndefined();
});

test('durations', () => {
  expect(formatDuration('P1DT2H', 'en')).toBe('1 day 2 hours');
  expect(formatDuration('PT1.5S', 'en')).toBe('1.5 seconds');
  expect(formatDuration('PT0S', 'en')).toBe('0 seconds');
  expect(formatDuration('P1D', 'de')).toBe('1 Tag');
  expect(formatDuration('P', 'en')).toBeUndefined();
  expect(formatDuration('1 day', 'en')).toBeUndefined();
});

test('bytes', () => {
  expect(formatBytes(70, 'en')).toBe('70 bytes');
  expect(formatBytes(1_536, 'en')).toBe('1.5 kB');
  expect(formatExactBytes(1_536, 'en')).toBe('1,536 bytes');
  expect(formatBytes(1_500_000, 'en')).toBe('1.5 MB');
  expect(formatBytes(1_500_000, 'ar')).toBe('1.5 ميغابايت');
});

test('bytes within a text', () => {
  const png = { contentEncoding: 'base64', contentMediaType: 'image/png' };
  const data = toInlineData('aGVsbG8=', png);
  expect(data).toEqual({ mediaType: 'image/png', base64: 'aGVsbG8=', bytes: 5 });
  expect(data === undefined ? '' : toImageSource(data)).toBe('data:image/png;base64,aGVsbG8=');
  expect(toInlineData('data:IMAGE/PNG;name=a.png;base64,aGVsbG8', {})?.mediaType).toBe('image/png');
  expect(toInlineData('not base64!', png)).toBeUndefined();
  expect(toInlineData('aGVsbG8=', {})).toBeUndefined();
  expect(toInlineData('data:image/svg+xml,<svg/>', {})).toBeUndefined();
});

test.each(['image/svg+xml', 'text/html', '', 'image/png,<svg'])(
  '%s is not shown as a picture',
  (mediaType) => {
    expect(toImageSource({ mediaType, base64: 'aGVsbG8=', bytes: 5 })).toBeUndefined();
  },
);

test('names of files neither leave their folder nor hide their ending', () => {
  expect(toSafeFileName('../../etc/passwd', 'file')).toBe('etc-passwd');
  expect(toSafeFileName('gpj\u{202E}.exe', 'file')).toBe('gpj.exe');
  expect(toSafeFileName('...', 'file')).toBe('file');
  expect(toSafeFileName('Größe 1.csv', 'file')).toBe('Größe 1.csv');
});
