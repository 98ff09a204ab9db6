import { expect, test } from 'vitest';
import { findUnit, withoutUnit } from './find-unit.ts';

test.each([
  ['distanceKm', {}, 'en', '12.5 km'],
  ['weight_kg', {}, 'de', '12,5 kg'],
  ['durationHours', {}, 'en', '12.5 hours'],
  ['speed', { 'x-formwork-ui': { unit: 'knots' } }, 'de', '12,5 knots'],
  ['aA'.repeat(50_000) + '0Kg', {}, 'en', '12.5 kg'],
  ['weight', { 'x-formwork-ui': { unit: 'kg' }, title: 'Weight (kg)' }, 'en', undefined],
  ['distanceKm', { title: 'Distance in km' }, 'en', undefined],
  ['outsideCelsius', { title: 'Outside (°C)' }, 'en', undefined],
  ['distanceKm', { title: 'Way' }, 'en', '12.5 km'],
  ['kg', {}, 'en', undefined],
  ['items', {}, 'en', undefined],
  ['price', { 'x-formwork-ui': { unit: {} } }, 'en', undefined],
])('a number named %.40s with %o in %s', (...row) => {
  const [name, schema, language, text] = row;
  expect(findUnit({ schema, name }, language)?.(12.5, 0)).toBe(text);
});

test('the digits of a number with a unit are all there', () => {
  const write = findUnit({ schema: {}, name: 'distanceKm' }, 'en');
  expect(write?.(0.00012345, 0)).toBe('0.00012345 km');
  expect(write?.(1e-9, 2)).toBe('1E-9 km');
});

test('a name beside its number goes without the unit', () => {
  const names = ['distanceKm', 'weight_kg', 'kg', 'items', 'timeMs'];
  expect(names.map(withoutUnit)).toEqual(['distance', 'weight', 'kg', 'items', 'time']);
});
