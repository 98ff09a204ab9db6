import { checkWithReference, fitsReference } from './check-with-reference.ts';
import { isAddition, listDocumentForms, type DocumentForm, type FormChoice } from './document-form.ts';
import { isSpecialCase } from './is-special-case.ts';
import { toNet, weighEvidence } from './weigh-evidence.ts';

/** A form that a document may be of, and why. */
export interface DocumentCandidate {
  readonly form: DocumentForm;
  /** What speaks for it less what speaks against it; more is likelier. Only for comparing. */
  readonly score: number;
  /** True if the schema of the form takes the document. */
  readonly fits: boolean;
  /** In words, such as `role is "ROLE_USER"` and `lacks "parts"`. */
  readonly reasons: readonly string[];
}

/** What a document was taken for. */
export interface DetectedDocument {
  /**
   * `detected`: one form is likelier than all others. `ambiguous`: several are as likely, the first
   * of which was taken. `unknown`: nothing speaks for any.
   */
  readonly kind: 'detected' | 'ambiguous' | 'unknown';
  /**
   * The likeliest forms, best first: at most five, and all that are as likely as the first. For
   * `unknown`, those that are nearest, which may be none.
   */
  readonly candidates: readonly DocumentCandidate[];
}

/** So many are held against their schemas. */
const MAX_CHECKED = 8;
/** How many are told at least, if there are as many. */
const MAX_TOLD = 5;
/** One property that many things have, such as an `id`, makes none of them. */
const MIN_SCORE = 2;
/** Fitting a schema is worth so much of what speaks for it. */
const FIT = 1.25;
/** Where nothing fits, a score within this part of the best is as good. */
const NEAR = 0.9;

/**
 * Finds out what a document is: which dialect, and what of it. Whatever has a few of the names of a
 * form is recognized, also with faults; what fits is preferred, and of what fits the form that
 * describes most of the document.
 */
export function detectDocument(value: unknown, choice: FormChoice = {}): DetectedDocument {
  const forms = listDocumentForms(choice);
  const isAsked = choice.kind !== undefined && choice.dialect !== undefined;
  const whole = isAsked ? forms : forms.filter((form) => !isAddition(form));
  const detected = detectAmong(value, whole);
  // What is not whole may be what an extension adds to it, as the extension's document shows it.
  if (detected.kind !== 'unknown' || whole.length === forms.length) return detected;
  const added = detectAmong(value, forms.filter(isAddition));
  return added.kind === 'unknown' ? detected : added;
}

function detectAmong(value: unknown, forms: readonly DocumentForm[]): DetectedDocument {
  const weighed = forms
    .filter((form) => !forms.some((other) => isSpecialCase(value, { special: other, general: form })))
    .map((form) => {
      const evidence = weighEvidence(value, form.schema);
      return { form, score: toNet(evidence), reasons: evidence.reasons };
    })
    .toSorted((one, other) => other.score - one.score);
  const known = weighed.filter(({ score }) => score >= MIN_SCORE);
  const checked = (known.length > 0 ? known : weighed.filter(({ score }) => score > 0))
    .slice(0, MAX_CHECKED)
    .map(({ form, score, reasons }) => {
      const fits = fitsReference(value, form.schema);
      return { form, score: fits ? score * FIT : score, fits, reasons };
    });
  const ranked = checked.toSorted((one, other) => other.score - one.score);
  const [best] = ranked;
  if (best === undefined || known.length === 0) {
    return { kind: 'unknown', candidates: ranked.slice(0, MAX_TOLD) };
  }
  const equals = ranked.filter((one) => isAsLikely(one, best));
  const others = ranked.filter((one) => !equals.includes(one));
  // Of those that are as likely, the one with the fewest faults; the order of dialects decides then.
  const faults = new Map(equals.map((one) => [one, countFaults(value, one)]));
  const first = equals.toSorted((one, other) => (faults.get(one) ?? 0) - (faults.get(other) ?? 0));
  return {
    kind: equals.length > 1 ? 'ambiguous' : 'detected',
    candidates: [...first, ...others.slice(0, Math.max(0, MAX_TOLD - equals.length))],
  };
}

/** A fault that looks like a slip counts half. */
function countFaults(value: unknown, { fits, form }: DocumentCandidate): number {
  if (fits) return 0;
  const problems = checkWithReference(value, form.schema);
  return problems.reduce((sum, { suggestion }) => sum + (suggestion === undefined ? 1 : 0.5), 0);
}

function isAsLikely(one: DocumentCandidate, best: DocumentCandidate): boolean {
  if (one.fits !== best.fits) return false;
  return best.fits ? one.score > best.score - 1e-9 : one.score >= best.score * NEAR;
}
