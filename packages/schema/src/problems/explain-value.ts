import { toList } from '../json/record.ts';
import { describeSchema } from './describe-value.ts';
import type { Explanation, FailedKeyword } from './failed-keyword.ts';
import { FORMAT_EXAMPLES } from './format-examples.ts';
import { countOf, listValues } from './list-values.ts';
import { previewJson } from './preview-json.ts';

/** Explains the failure of a keyword about the whole value that it was applied to. */
export function explainValue(fault: FailedKeyword): Explanation {
  const { keyword, params, schema } = fault;
  switch (keyword) {
    case 'type':
      return { expected: listTypeNames(params['type']) };
    case 'enum':
      return { expected: listValues(toList(params['allowedValues'])) };
    case 'const':
      return { expected: previewJson(params['allowedValue']) };
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return { expected: `${describeComparison(params['comparison'])} ${String(params['limit'])}` };
    case 'multipleOf':
      return { expected: `a multiple of ${String(params['multipleOf'])}` };
    case 'minLength':
      return { expected: `a string of at least ${countOf(params['limit'], 'character')}` };
    case 'maxLength':
      return { expected: `a string of at most ${countOf(params['limit'], 'character')}` };
    case 'pattern':
      return { expected: `a string that matches ${String(params['pattern'])}` };
    case 'format':
      return { expected: describeFormat(String(params['format'])) };
    case 'minItems':
      return { expected: `an array of at least ${countOf(params['limit'], 'item')}` };
    case 'maxItems':
    case 'items':
    case 'additionalItems':
    case 'unevaluatedItems':
      return { expected: `an array of at most ${countOf(params['limit'], 'item')}` };
    case 'uniqueItems':
      return explainUniqueItems(fault);
    case 'contains':
      return { expected: describeContains(fault) };
    case 'not':
      return {
        expected: `anything but ${describeSchema(schema) ?? `what fits ${previewJson(schema)}`}`,
      };
    case 'false schema':
      return { expected: 'absent', message: 'is not allowed here' };
    case 'oneOf':
    case 'anyOf':
      return explainUnion(fault);
    default:
      return { expected: `what the keyword ${previewJson(keyword)} wants` };
  }
}

function explainUnion({ keyword, params, schema }: FailedKeyword): Explanation {
  const { types, allowedValues, missing, passingSchemas } = params;
  const count = toList(schema).length;
  if (Array.isArray(types)) {
    return { expected: `${listTypeNames(types)} or ${listValues(toList(allowedValues))}` };
  }
  if (Array.isArray(missing)) {
    const choices = missing.map((names) => toList(names).map(previewJson).join(' and '));
    const hasAnd = missing.some((names) => toList(names).length > 1);
    const text = [...new Set(choices)].join(hasAnd ? ', or ' : ' or ');
    return { expected: `an object with ${text}`, message: `must have ${text}` };
  }
  if (Array.isArray(passingSchemas)) {
    const [first, second] = passingSchemas;
    return {
      expected: `a value that fits exactly one of ${count} alternatives`,
      message: `must fit exactly one of ${count} alternatives but fits number ${Number(first) + 1} and number ${Number(second) + 1}`,
    };
  }
  const quantity = keyword === 'oneOf' ? 'exactly' : 'at least';
  return { expected: `a value that fits ${quantity} one of ${count} alternatives` };
}

function explainUniqueItems({ params }: FailedKeyword): Explanation {
  const indexes = [Number(params['i']), Number(params['j'])].toSorted(
    (left, right) => left - right,
  );
  return {
    expected: 'an array without equal items',
    message: `must not have equal items but items ${indexes.join(' and ')} are equal`,
  };
}

function describeContains({ params, schema }: FailedKeyword): string {
  const { minContains = 1, maxContains } = params;
  const expectation = describeSchema(schema) ?? `what fits ${previewJson(schema)}`;
  if (typeof maxContains === 'number') {
    const range = `at least ${String(minContains)} and at most ${countOf(maxContains, 'item')}`;
    return `an array in which ${range} must be ${expectation}`;
  }
  return `an array in which at least ${countOf(minContains, 'item')} must be ${expectation}`;
}

/** The words for formats whose names say nothing to those who do not write schemas. */
const FORMAT_WORDS: ReadonlyMap<string, string> = new Map([
  ['iso-date-time', 'a date and a time with seconds'],
  ['iso-time', 'a time with seconds'],
]);

function describeFormat(format: string): string {
  const example = FORMAT_EXAMPLES.get(format);
  return `${FORMAT_WORDS.get(format) ?? `a valid ${format}`}${example === undefined ? '' : ` such as ${example}`}`;
}

function describeComparison(operator: unknown): string {
  switch (operator) {
    case '>=':
      return 'at least';
    case '<=':
      return 'at most';
    case '>':
      return 'more than';
    default:
      return 'less than';
  }
}

function listTypeNames(types: unknown): string {
  const names = [types].flat().map(String);
  // Every integer is a number.
  return names.filter((name) => name !== 'integer' || !names.includes('number')).join(' or ');
}
