import createSchemaUtils from '@rjsf/utils/lib/createSchemaUtils.js';
import { expect, test } from 'vitest';
import { replaceMethods, UTILS_METHODS, type ValidatorType } from './rjsf.ts';

const VALIDATOR: ValidatorType = {
  isValid: () => true,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
};

const utils = createSchemaUtils(VALIDATOR, { type: 'object' });

test('the copy of the library’s helper has every method, of which some are replaced', () => {
  const methods = Reflect.ownKeys(Reflect.getPrototypeOf(utils) ?? {});
  expect([...UTILS_METHODS, 'constructor'].toSorted()).toEqual(methods.map(String).toSorted());
  const copy = replaceMethods(utils, { getDisplayLabel: () => false });
  expect(copy.getDisplayLabel({})).toBe(false);
  const { getRootSchema, isSelect } = replaceMethods(copy, { isMultiSelect: () => true });
  expect(getRootSchema()).toEqual({ type: 'object' });
  expect(isSelect({ enum: [1] })).toBe(true);
});
