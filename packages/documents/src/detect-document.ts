import { isRecord, toRecord } from '@formwork/schema/json';
import { explainAll, fitsReference } from './check-with-reference.ts';
import {
  DOCUMENT_DIALECTS,
  type DocumentForm,
  type FormChoice,
  isAddition,
  listDocumentForms,
} from './document-form.ts';
import { resolveSchema, type SchemaLocation, toAbsoluteReference } from './resolve-schema.ts';
import { weighEvidence, weighNet } from './weigh-evidence.ts';

/** The narrower forms of each form, remembered because forms never change. */
const specialForms = new Map<DocumentForm, readonly SpecialForm[]>();

/** A form that a document may have, and the evidence for it. */
export interface DocumentCandidate {
  readonly form: DocumentForm;
  /**
   * The likeness of the document to the form, for comparison only: the evidence for it, less one
   * and a half times the evidence against it; a quarter more if the document fits. More is
   * likelier.
   */
  readonly score: number;
  /** True if the document fits the schema of the form. */
  readonly fits: boolean;
  /** The evidence in words, such as `role is "ROLE_USER"` and `lacks "parts"`. */
  readonly reasons: readonly string[];
  /** The required names that the document lacks at its top level. */
  readonly missing: readonly string[];
}

/** The forms that a document may have, and whether one of them is likelier than all others. */
export interface DetectedDocument {
  /**
   * The certainty of the result. `detected`: one form is likelier than all others, or is the newest
   * version of them. `ambiguous`: several are as likely, the first of which was taken. `unknown`:
   * nothing speaks for any.
   */
  readonly kind: 'detected' | 'ambiguous' | 'unknown';
  /**
   * The likeliest forms, best first: at most five, or all that are as likely as the first. For
   * `unknown`, those that are nearest, which may be none.
   */
  readonly candidates: readonly DocumentCandidate[];
}

/** The most forms that a document is checked against in full, after a quick look at all of them. */
const MAX_CHECKED = 8;
/** The most candidates that are returned, unless more are as likely as the first. */
const MAX_TOLD = 5;
/**
 * The least score of a form that a document is taken for: one property that many forms have, such
 * as an `id`, is not enough.
 */
const MIN_SCORE = 2;
/** The factor by which the score of a form rises if the document fits its schema. */
const FIT = 1.25;
/**
 * The fraction of the best score from which another form counts as equally likely: if the best form
 * fits the document, and if it does not.
 */
const NEAR = { fitting: 0.8, faulty: 0.75 };

/**
 * Finds out what a document is: its dialect, and its kind in that dialect. A document that has a
 * few of the names of a form is recognized even with faults; forms that it fits are preferred, and
 * among them the one that describes most of it.
 *
 * @example
 * ```ts
 * import { detectDocument } from '@formwork/documents';
 *
 * const { kind, candidates } = detectDocument({ messageId: 'm', role: 'ROLE_USER', parts: [] });
 * console.log(kind, candidates[0]?.form.kind, candidates[0]?.reasons);
 * ```
 */
export function detectDocument(value: unknown, choice: FormChoice = {}): DetectedDocument {
  const forms = listDocumentForms(choice);
  const isAsked = choice.kind !== undefined && choice.dialect !== undefined;
  const mainForms = isAsked ? forms : forms.filter((form) => !isAddition(form));
  const detected = detectAmong(value, mainForms);
  // A document that is not known as a whole may be an addition that an extension describes.
  if (detected.kind !== 'unknown' || mainForms.length === forms.length) return detected;
  const added = detectAmong(value, forms.filter(isAddition));
  return added.kind === 'unknown' ? detected : added;
}

function detectAmong(value: unknown, forms: readonly DocumentForm[]): DetectedDocument {
  const weighed = forms
    .filter((form) => !hasSpecialCase(value, form, forms))
    .map((form) => ({ form, score: weighNet(value, form.schema) }))
    .toSorted((a, b) => b.score - a.score);
  const likely = weighed.filter(({ score }) => score >= MIN_SCORE);
  const checked = (likely.length > 0 ? likely : weighed.filter(({ score }) => score > 0))
    .slice(0, MAX_CHECKED)
    .map(({ form, score }) => {
      const { reasons, missing, strange } = weighEvidence(value, form.schema);
      const fits = fitsReference(value, form.schema);
      return { form, score: fits ? score * FIT : score, fits, reasons, missing, strange };
    });
  const ranked = checked.toSorted((a, b) => b.score - a.score);
  const [best] = ranked;
  if (best === undefined || likely.length === 0) {
    return { kind: 'unknown', candidates: ranked.slice(0, MAX_TOLD).map(toCandidate) };
  }
  const likeliest = ranked.filter((candidate) => isAsLikely(candidate, best));
  const equals = likeliest.filter((candidate) => !likeliest.some(isNewerOf(candidate)));
  const runnersUp = ranked.filter((candidate) => !likeliest.includes(candidate));
  // Among equally likely forms, the one with the fewest faults comes first, then the order of
  // dialects decides.
  const faults = countFaults(value, equals);
  const places = new Map(equals.map((candidate) => [candidate, forms.indexOf(candidate.form)]));
  const first = equals.toSorted(
    (a, b) =>
      (faults.get(a) ?? 0) - (faults.get(b) ?? 0) || (places.get(a) ?? 0) - (places.get(b) ?? 0),
  );
  return {
    kind: equals.length > 1 ? 'ambiguous' : 'detected',
    candidates: [...first, ...runnersUp.slice(0, Math.max(0, MAX_TOLD - equals.length))].map(
      toCandidate,
    ),
  };
}

/**
 * A candidate form with the number of names at the top of the document that the form does not know.
 */
interface RankedCandidate extends DocumentCandidate {
  readonly strange: number;
}

function toCandidate({ strange: _strange, ...candidate }: RankedCandidate): DocumentCandidate {
  return candidate;
}

/**
 * Counts the faults of a document by each of several equally likely forms. A fault that looks like
 * a slip counts half, and so does an unknown name.
 */
function countFaults(
  value: unknown,
  equals: readonly RankedCandidate[],
): ReadonlyMap<RankedCandidate, number> {
  // A single candidate comes first whatever its faults are.
  const faulty = equals.length > 1 ? equals.filter(({ fits }) => !fits) : [];
  const explanations = explainAll(
    value,
    faulty.map(({ form }) => form.schema),
  );
  const problems = new Map(
    faulty.map((candidate, index) => [candidate, explanations[index] ?? []]),
  );
  return new Map(
    equals.map((candidate) => {
      const faults = (problems.get(candidate) ?? []).map(({ suggestion }) =>
        suggestion === undefined ? 1 : 0.5,
      );
      return [candidate, faults.reduce<number>((sum, count) => sum + count, candidate.strange / 2)];
    }),
  );
}

function isAsLikely(candidate: DocumentCandidate, best: DocumentCandidate): boolean {
  if (candidate.fits !== best.fits) return false;
  return candidate.score >= best.score * (best.fits ? NEAR.fitting : NEAR.faulty);
}

/**
 * Makes the check for the same kind in the newest version of a candidate's protocol; a document that
 * fits that version is one of it, although older versions have the same.
 */
function isNewerOf({
  form,
  fits,
  score,
}: DocumentCandidate): (other: DocumentCandidate) => boolean {
  const [protocol] = form.dialect.split('/');
  const newest = DOCUMENT_DIALECTS.find((dialect) => dialect.startsWith(`${protocol}/`));
  return (other) =>
    fits &&
    other.fits &&
    other.score >= score &&
    other.form.kind === form.kind &&
    other.form.dialect === newest &&
    form.dialect !== newest;
}

/**
 * True if the document shows by fixed values, such as its type, that it is of a narrower form,
 * which extends `general` or is one of its alternatives. The general schema would overlook faults,
 * or explain them worse.
 */
function hasSpecialCase(
  value: unknown,
  general: DocumentForm,
  forms: readonly DocumentForm[],
): boolean {
  if (!isRecord(value)) return false;
  return listSpecial(general).some(
    ({ form, fixed }) =>
      fixed.every(([name, expected]) => value[name] === expected) && forms.includes(form),
  );
}

/** The names of properties whose values a schema fixes by `const`, each with that value. */
type Fixed = readonly (readonly [string, unknown])[];

/**
 * A narrower form of another one, and the fixed values by which a document shows that it is of this
 * form.
 */
interface SpecialForm {
  readonly form: DocumentForm;
  readonly fixed: Fixed;
}

/** Lists the narrower forms of a form. */
function listSpecial(general: DocumentForm): readonly SpecialForm[] {
  const cached = specialForms.get(general);
  if (cached !== undefined) return cached;
  const special = listDocumentForms({ dialect: general.dialect })
    .filter((form) => form !== general)
    .map((form) => ({ form, fixed: findNarrowing(form, general) }))
    .filter(({ fixed }) => fixed.length > 0);
  specialForms.set(general, special);
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

function refersTo({ schema, document }: SchemaLocation, keyword: string, target: string): boolean {
  return listParts(schema, keyword).some(
    ({ $ref: reference }) =>
      typeof reference === 'string' && toAbsoluteReference(reference, document) === target,
  );
}

function listFixed({ schema }: SchemaLocation): Fixed {
  const roots = isRecord(schema) ? [schema] : [];
  return [...roots, ...listParts(schema, 'allOf')].flatMap(({ properties }) =>
    Object.entries(toRecord(properties)).flatMap(([name, property]) =>
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
