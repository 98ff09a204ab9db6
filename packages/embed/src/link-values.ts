import type { NamedSchema } from '@formwork/schema';
import { parsePointer } from '@formwork/schema/json';
import type { FormLink } from './form-link.ts';
import { FormRefusal } from './form-refusal.ts';

/**
 * The keywords by which a schema judges members together, so that those of a link alone tell
 * nothing.
 */
const JOINING = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependentSchemas',
  'dependencies',
  'propertyDependencies',
];

/**
 * Checks that a form can be sent with the values of a signed link, which visitors cannot correct.
 * Values that only other fields could make wrong pass; the agent judges them with what is sent.
 *
 * @throws FormRefusal that names the first value at fault
 */
export function checkLinkValues({ values }: FormLink, input: NamedSchema | undefined): void {
  if (input === undefined || JOINING.some((keyword) => Object.hasOwn(input.schema, keyword)))
    return;
  const problem = input.validator
    .check(values)
    .find(({ pointer }) => Object.hasOwn(values, parsePointer(pointer)[0] ?? ''));
  if (problem === undefined) return;
  throw new FormRefusal(
    'LINK_VALUES',
    `This link gives the form a value that it does not take: ${problem.pointer} ${problem.message}. Ask whoever sent it for another one.`,
  );
}
