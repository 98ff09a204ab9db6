import { describeType } from '@formwork/schema/internal';
import { isRecord, previewJson } from '@formwork/schema/json';
import type { AnySkill } from './skill.ts';

/** The value that a handler returned, classified by the skill's output schemas. */
export type SkillOutput =
  | { readonly kind: 'data'; readonly schema: string; readonly data: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'nothing' }
  /** A value that does not fit the skill's output schemas, with the reason. */
  | { readonly kind: 'mismatch'; readonly message: string };

/**
 * Classifies the value that a handler returned: the data of the skill's only output schema, one of
 * several as `{ schema, data }`, text, or nothing.
 */
export function toSkillOutput(skill: AnySkill, value: unknown): SkillOutput {
  const [outputName, second] = skill.outputs.keys();
  if (outputName === undefined) {
    if (value === undefined || value === null) return { kind: 'nothing' };
    return typeof value === 'string'
      ? { kind: 'text', text: value }
      : mismatch('text or nothing because the skill declares no output', value);
  }
  if (second === undefined) return { kind: 'data', schema: outputName, data: value };
  if (
    isRecord(value) &&
    typeof value['schema'] === 'string' &&
    skill.outputs.has(value['schema']) &&
    'data' in value
  ) {
    return { kind: 'data', schema: value['schema'], data: value['data'] };
  }
  const names = [...skill.outputs.keys()].join(', ');
  return mismatch(`{ schema, data } with schema one of ${names}`, value);
}

function mismatch(expected: string, value: unknown): SkillOutput {
  const message = `Cannot send the result because it must be ${expected}: current value is ${value === undefined ? 'undefined, as the handler returned nothing' : show(value)}`;
  return { kind: 'mismatch', message };
}

/**
 * Describes any value that a handler returned, without `JSON.stringify`, which throws for BigInts
 * and cycles.
 */
function show(value: unknown): string {
  try {
    return previewJson(value);
  } catch {
    // The value cannot be written as JSON, because a getter throws, for example.
    return describeType(value);
  }
}
