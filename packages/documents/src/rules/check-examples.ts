import { fromSchemaMode } from '@formwork/core/internal';
import { appendPointer } from '@formwork/schema/internal';
import { previewJson } from '@formwork/schema/internal';
import type { Problem } from '@formwork/schema';
import type { Validator } from '@formwork/schema';
import { listMembers, toTexts, type Placed } from './read-parts.ts';

/** Examples that are data fit one of the schemas that their skill takes. */
export function checkExamples(
  card: Placed,
  validators: ReadonlyMap<string, Validator>,
): readonly Problem[] {
  return listMembers(card, 'skills').flatMap(({ pointer, value }) => {
    const modes = toTexts(value['inputModes']).map(([, mode]) => fromSchemaMode(mode));
    const inputs = modes.flatMap((name) => {
      const validator = name === undefined ? undefined : validators.get(name);
      return name === undefined || validator === undefined ? [] : [[name, validator] as const];
    });
    if (inputs.length === 0) return [];
    return toTexts(value['examples']).flatMap(([index, text]) => {
      const example = parseData(text);
      if (example === undefined) return [];
      if (inputs.some(([, validator]) => validator.isValid(example.data))) return [];
      const names = inputs.map(([name]) => previewJson(name)).join(', ');
      const [first] = inputs[0]?.[1].check(example.data) ?? [];
      const place = first === undefined || first.pointer === '' ? '' : `${first.pointer} `;
      const reason = first === undefined ? '' : `: ${place}${first.message}`;
      const problem: Problem = {
        pointer: appendPointer(appendPointer(pointer, 'examples'), index),
        keyword: 'example',
        expected: `data that fits ${names}`,
        message: `must fit one of the schemas that the skill takes, ${names}${reason}`,
      };
      return [problem];
    });
  });
}

/** `undefined` for examples in words. */
function parseData(text: string): { readonly data: unknown } | undefined {
  if (!/^\s*[[{]/u.test(text)) return undefined;
  try {
    return { data: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
