import { isRecord } from '../is-record.ts';
import type { DocumentForm } from './document-form.ts';
import { resolveSchema, toAbsoluteReference, type SchemaPlace } from './resolve-schema.ts';

interface Pair {
  readonly special: DocumentForm;
  readonly general: DocumentForm;
}

/**
 * True if the document says by fixed values, such as its type, that it is what `special` describes,
 * and that is a narrower form of `general`: one that extends it, or one of its alternatives. The
 * general schema would overlook faults, or explain them worse.
 */
export function isSpecialCase(value: unknown, { special, general }: Pair): boolean {
  if (special === general || special.dialect !== general.dialect || !isRecord(value)) return false;
  const fixed = listNarrowing(special, general);
  return fixed.length > 0 && fixed.every(([name, wanted]) => value[name] === wanted);
}

/** Names of properties that have to have a certain value, with that value. */
type Fixed = readonly (readonly [string, unknown])[];

/** The forms are few, and never change. */
const narrowings = new Map<DocumentForm, Map<DocumentForm, Fixed>>();

/** What makes something a special case of a form; nothing if it never is. */
function listNarrowing(special: DocumentForm, general: DocumentForm): Fixed {
  const known = narrowings.get(general) ?? new Map<DocumentForm, Fixed>();
  narrowings.set(general, known);
  const fixed = known.get(special) ?? findNarrowing(special, general);
  known.set(special, fixed);
  return fixed;
}

function findNarrowing(special: DocumentForm, general: DocumentForm): Fixed {
  const narrow = resolveSchema(special.schema);
  const wide = resolveSchema(general.schema);
  if (narrow === undefined || wide === undefined) return [];
  const isNarrower =
    refersTo(narrow, 'allOf', general.schema) || refersTo(wide, 'oneOf', special.schema);
  return isNarrower ? listFixed(narrow) : [];
}

function refersTo({ schema, document }: SchemaPlace, keyword: string, target: string): boolean {
  return listParts(schema, keyword).some(
    ({ $ref: reference }) =>
      typeof reference === 'string' && toAbsoluteReference(reference, document) === target,
  );
}

function listFixed({ schema }: SchemaPlace): Fixed {
  const own = isRecord(schema) ? [schema] : [];
  return [...own, ...listParts(schema, 'allOf')].flatMap(({ properties }) =>
    Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, property]) =>
      isRecord(property) && Object.hasOwn(property, 'const')
        ? [[name, property['const']] as const]
        : [],
    ),
  );
}

function listParts(schema: unknown, keyword: string): readonly Readonly<Record<string, unknown>>[] {
  const parts = isRecord(schema) ? schema[keyword] : undefined;
  return Array.isArray(parts) ? parts.filter(isRecord) : [];
}
