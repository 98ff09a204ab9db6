import { expect, test } from 'vitest';
import { findUnit } from './find-unit.ts';

test.each([
  ['distanceKm', {}, 'en', '12.5 km'],
  ['weight_kg', {}, 'de', '12,5 kg'],
  ['durationHours', {}, 'en', '12.5 hours'],
  ['speed', { 'x-formwork-ui': { unit: 'knots' } }, 'de', '12,5 knots'],
  ['aA'.repeat(50_000) + '0Kg', {}, 'en', '12.5 kg'],
  ['kg', {}, 'en', undefined],
  ['items', {}, 'en', undefined],
  ['price', { 'x-formwork-ui': { unit: {} } }, 'en', undefined],
])('a number named %.40s with %o in %s', (...given) => {
  const [name, schema, language, text] = given;
  expect(findUnit({ schema, name }, language)?.(12.5, 0)).toBe(text);
});
