import { isRecord } from '@formwork/schema/internal';
import type { AnySkill } from './skill.ts';

/** True for what `defineSkill` made, also that of another copy of this package. */
export function isSkill(value: unknown): value is AnySkill {
  return (
    isRecord(value) &&
    value['inputs'] instanceof Map &&
    value['outputs'] instanceof Map &&
    value['exampleData'] instanceof Map &&
    Array.isArray(value['issues']) &&
    typeof value['title'] === 'function'
  );
}
