import createSchemaUtils from '@rjsf/utils/lib/createSchemaUtils.js';
import { expect, test } from 'vitest';
import { replaceMethods, type ValidatorType } from './rjsf.ts';

const VALIDATOR: ValidatorType = {
  isValid: () => true,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
};

const utils = createSchemaUtils(VALIDATOR, { type: 'object' });

test('some methods of the library’s helper are replaced, also once more, and all others stay', () => {
  const changed = replaceMethods(utils, { getDisplayLabel: () => false });
  expect(changed.getDisplayLabel({})).toBe(false);
  const again = replaceMethods(changed, { isMultiSelect: () => true });
  expect(again.isMultiSelect({})).toBe(true);
  expect(again.getDisplayLabel({})).toBe(false);
  expect(again.getRootSchema()).toEqual({ type: 'object' });
  expect(again.isSelect({ enum: [1] })).toBe(true);
  expect(utils.isMultiSelect({})).toBe(false);
});
