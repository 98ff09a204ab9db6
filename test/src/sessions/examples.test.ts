import { describe, expect } from 'vitest';
import {
  findWrong,
  listReasons,
  readCitedExamples,
  readExample,
} from '../schemas/cited-examples.ts';
import type { RuleId } from './manifest.ts';
import { verifiesSessions } from './verifies-sessions.ts';

const FOLDER = 'sessions/v1';

describe.each(readCitedExamples(FOLDER))('$file', (example) => {
  const reasons = listReasons(example);
  const name = reasons.length === 0 ? 'fits its schema' : `fails by ${reasons.join(', ')} alone`;
  verifiesSessions(example.rules as readonly RuleId[], name, () => {
    expect(findWrong(example.schema, readExample(FOLDER, example))).toEqual(reasons);
  });
});
