import type { JsonSchema } from '../types/json.ts';
import { explainProperty } from './explain-property.ts';
import { explainValue } from './explain-value.ts';
import type { Explanation } from './explanation.ts';
import type { Fault } from './fault.ts';
import { appendPointer } from './json-pointer.ts';

/** What a failed keyword wanted. `root` is the whole schema, for looking up references. */
export function explainFault(fault: Fault, root: JsonSchema): Explanation {
  if (fault.keyword === 'propertyNames') return explainName(fault, root);
  return explainProperty(fault, root) ?? explainValue(fault);
}

function explainName({ instancePath, params, causes }: Fault, root: JsonSchema): Explanation {
  const [cause] = causes;
  const expected = cause === undefined ? 'allowed' : explainFault(cause, root).expected;
  return {
    pointer: appendPointer(instancePath, String(params['propertyName'])),
    expected: `a property whose name is ${expected}`,
    message: `must have another name: the name must be ${expected}`,
  };
}
