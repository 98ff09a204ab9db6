import type { JsonSchema } from '../types/json.ts';
import { dereference } from '../references/follow-reference.ts';
import { describeSchema } from './describe-value.ts';
import { didYouMean } from './did-you-mean.ts';
import type { Explanation, Fault } from './fault.ts';
import { isRecord } from '../json/record.ts';

import { appendPointer } from '../json/json-pointer.ts';
import { countOf, quoteNames, listValues } from './list-values.ts';
import { previewJson } from './preview-json.ts';

/**
 * Explains the failure of a keyword about single properties of an object; `undefined` for any other
 * keyword. `root` is the whole schema, in which references are looked up.
 */
export function explainProperty(fault: Fault, root: JsonSchema): Explanation | undefined {
  const { keyword, instancePath, params } = fault;
  switch (keyword) {
    case 'required':
      return explainRequired(fault, root);
    case 'dependentRequired':
    case 'dependencies':
      return {
        pointer: appendPointer(instancePath, String(params['missingProperty'])),
        expected: 'present',
        message: `is required because ${previewJson(params['property'])} is present, but missing`,
      };
    case 'additionalProperties':
      return explainUnknown(fault, String(params['additionalProperty']));
    case 'unevaluatedProperties':
      return explainUnknown(fault, String(params['unevaluatedProperty']));
    case 'minProperties':
      return { expected: `an object of at least ${countOf(params['limit'], 'property')}` };
    case 'maxProperties':
      return { expected: `an object of at most ${countOf(params['limit'], 'property')}` };
    default:
      return undefined;
  }
}

function explainRequired(fault: Fault, root: JsonSchema): Explanation {
  const { instancePath, params, parentSchema, data } = fault;
  const name = String(params['missingProperty']);
  const known = readProperties(parentSchema);
  const property = Object.hasOwn(known, name) ? dereference(known[name], root) : undefined;
  const values = params['allowedValues'];
  const wanted = Array.isArray(values) ? listValues(values) : describeSchema(property);
  const unknownNames = Object.keys(isRecord(data) ? data : {}).filter(
    (sent) => !Object.hasOwn(known, sent),
  );
  const misspelt = didYouMean(name, unknownNames);
  return {
    pointer: appendPointer(instancePath, name),
    expected: wanted ?? 'present',
    message: `is required but missing${wanted === undefined ? '' : ` (must be ${wanted})`}`,
    ...(misspelt !== undefined && {
      suggestion: `rename ${previewJson(misspelt)} to ${previewJson(name)}`,
    }),
  };
}

function explainUnknown({ keyword, instancePath, parentSchema }: Fault, name: string): Explanation {
  const names = Object.keys(readProperties(parentSchema));
  // What `unevaluatedProperties` leaves over may be declared in other places of the schema too.
  const isComplete = keyword === 'additionalProperties' && names.length > 0;
  const allowed = isComplete ? ` (allowed: ${quoteNames(names)})` : '';
  const near = didYouMean(name, names);
  return {
    pointer: appendPointer(instancePath, name),
    expected: 'absent',
    message: `is not an allowed property${allowed}`,
    ...(near !== undefined && { suggestion: `did you mean ${previewJson(near)}?` }),
  };
}

function readProperties(schema: unknown): Readonly<Record<string, unknown>> {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  return isRecord(properties) ? properties : {};
}
