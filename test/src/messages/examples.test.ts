import { describe, expect } from 'vitest';
import {
  findWrong,
  listReasons,
  readCitedExamples,
  readExample,
} from '../schemas/cited-examples.ts';
import type { RuleId } from './manifest.ts';
import { verifiesMessages } from './verifies-messages.ts';

const FOLDER = 'messages/v1';

describe.each(readCitedExamples(FOLDER))('$file', (example) => {
  const reasons = listReasons(example);
  const name = reasons.length === 0 ? 'fits its schema' : `fails by ${reasons.join(', ')} alone`;
  verifiesMessages(example.rules as readonly RuleId[], name, () => {
    expect(findWrong(example.schema, readExample(FOLDER, example))).toEqual(reasons);
  });
});
