import { isRecord } from '@formwork/schema/json';
import { LATER_REFERENCE, LAZY_REFERENCE } from './form-keywords.ts';
import { mapMembers } from './map-members.ts';

/** Undoes `deferReferences`: all references become `$ref` again. */
export function restoreReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restoreReferences);
  if (!isRecord(value)) return value;
  const {
    [LAZY_REFERENCE]: lazy,
    [LATER_REFERENCE]: later,
    ...beside
  } = mapMembers(value, restoreReferences);
  const reference = lazy ?? later;
  return reference === undefined ? beside : { $ref: reference, ...beside };
}
