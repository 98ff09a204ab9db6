import { appendPointer, getOwn, isRecord } from '@formwork/schema/json';
import { unescapeName } from '../form-schema/escape-names.ts';
import type { Section } from '../form-schema/section.ts';

/**
 * The state of a section: `problem` if a value in it was refused, `filled` if it contains data,
 * else `open`.
 */
export type SectionState = 'problem' | 'filled' | 'open';

/**
 * Returns the state of a section: `problem` if a value in it was refused when the form was last
 * sent, `filled` if any of its fields has a value, else `open`.
 */
export function toSectionState(
  { names }: Section,
  data: unknown,
  problems: readonly string[],
): SectionState {
  const isRefused = (name: string): boolean => {
    const pointer = appendPointer('', unescapeName(name));
    return problems.some(
      (problemPointer) => problemPointer === pointer || problemPointer.startsWith(`${pointer}/`),
    );
  };
  if (names.some(isRefused)) return 'problem';
  return isRecord(data) && names.some((name) => isFilled(getOwn(data, unescapeName(name))))
    ? 'filled'
    : 'open';
}

function isFilled(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false;
  if (Array.isArray(value)) return value.length > 0;
  return isRecord(value) ? Object.values(value).some(isFilled) : true;
}
