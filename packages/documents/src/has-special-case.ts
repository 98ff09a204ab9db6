import { isRecord } from '@formwork/schema/internal';
import { listDocumentForms, type DocumentForm } from './document-form.ts';
import { resolveSchema, toAbsoluteReference, type SchemaPlace } from './resolve-schema.ts';

/**
 * True if the document says by fixed values, such as its type, that it is what another of the forms
 * describes, and that is a narrower one: one that extends `general`, or one of its alternatives. The
 * general schema would overlook faults, or explain them worse.
 */
export function hasSpecialCase(
  value: unknown,
  { general, forms }: { readonly general: DocumentForm; readonly forms: readonly DocumentForm[] },
): boolean {
  if (!isRecord(value)) return false;
  return listSpecial(general).some(
    ({ form, fixed }) =>
      fixed.every(([name, wanted]) => value[name] === wanted) && forms.includes(form),
  );
}

/** Names of properties that have to have a certain value, with that value. */
type Fixed = readonly (readonly [string, unknown])[];

/** A narrower form, and what a document says that is of it. */
interface SpecialForm {
  readonly form: DocumentForm;
  readonly fixed: Fixed;
}

/** The forms are few, and never change. */
const known = new Map<DocumentForm, readonly SpecialForm[]>();

/** The special cases of a form. */
function listSpecial(general: DocumentForm): readonly SpecialForm[] {
  const found = known.get(general);
  if (found !== undefined) return found;
  const special = listDocumentForms({ dialect: general.dialect })
    .filter((form) => form !== general)
    .map((form) => ({ form, fixed: findNarrowing(form, general) }))
    .filter(({ fixed }) => fixed.length > 0);
  known.set(general, special);
  return special;
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
