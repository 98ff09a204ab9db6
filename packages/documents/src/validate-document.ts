import type { Problem } from '@formwork/schema';
import { createRestProblem } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import { checkWithReference, fitsReference } from './check-with-reference.ts';
import {
  detectDocument,
  type DetectedDocument,
  type DocumentCandidate,
} from './detect-document.ts';
import {
  DOCUMENT_DIALECTS,
  type DocumentForm,
  type FormChoice,
  isDocumentDialect,
  listDocumentForms,
} from './document-form.ts';
import { checkRules } from './rules/check-rules.ts';

/**
 * The other version of A2A whose card a document may be at the same time, by the version that it
 * was taken for.
 */
const OTHER_VERSION = { 'a2a/v1.0': 'a2a/v0.3', 'a2a/v0.3': 'a2a/v1.0' } as const;

/** The most problems of a document that are reported one by one; further ones are only counted. */
const MAX_PROBLEMS = 100;

/** The result of validating a document: what it is, and what is wrong with it. */
export interface DocumentReport {
  /** True if the document has no problems. A document of an unknown kind is not valid. */
  readonly valid: boolean;
  /** The form that the document was taken for; absent if it looks like none. */
  readonly form?: DocumentForm;
  /**
   * The second form by which the document was checked: the card of the other version of A2A, if a
   * card carries both and no dialect was asked for.
   */
  readonly companion?: DocumentForm;
  /** How the form of the document was found out; it has one candidate if the form was given. */
  readonly detection: DetectedDocument;
  /**
   * The problems of the document, each with the keyword of the schema that it breaks, or the rule
   * beyond the schemas. At most 100, and one more with the keyword `more` that counts the rest.
   */
  readonly problems: readonly Problem[];
  /** The findings that trouble only some receivers of the document. */
  readonly warnings: readonly Problem[];
}

/** Makes the problem of a document that belongs to no known protocol, naming the nearest form. */
function createUnknown({ candidates: [nearest] }: DetectedDocument): Problem {
  const likeness = nearest === undefined ? '' : `; ${describeLikeness(nearest)}`;
  return {
    pointer: '',
    keyword: 'unknown-document',
    expected: 'a known A2A document',
    message: `is not a known A2A document${likeness}`,
  };
}

function describeLikeness({ form, missing }: DocumentCandidate): string {
  const name = form.kind === 'card' ? 'an agent card' : `"${form.kind}"`;
  const lacks =
    missing.length === 0
      ? ''
      : `, but ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`;
  return `it looks like ${name} of ${form.dialect}${lacks}`;
}

/**
 * Validates a card, message, task, event, request, response or another document of any dialect that
 * `@formwork/schemas` knows: by its schema, and by rules that no schema can express. The kind of
 * document need not be given. It never throws for a value, whatever that is.
 *
 * @throws RangeError if no form matches `choice`.
 *
 * @example
 * ```ts
 * import { validateDocument } from '@formwork/documents';
 *
 * const { valid, form, problems } = validateDocument({ id: 't', status: { state: 'working' } });
 * for (const { pointer, message } of problems) console.log(pointer, message);
 * ```
 */
export function validateDocument(value: unknown, choice: FormChoice = {}): DocumentReport {
  const forms = listDocumentForms(choice);
  if (forms.length === 0) throw createChoiceError(choice);
  const detection = detectDocument(value, choice);
  const [onlyForm] = forms.length === 1 ? forms : [];
  // A form that was asked for does not have to be recognized.
  const form =
    onlyForm ?? pickForm(value, { detection, forms: choice.kind === undefined ? [] : forms });
  if (form === undefined) {
    return { valid: false, detection, problems: [createUnknown(detection)], warnings: [] };
  }
  const companion = choice.dialect === undefined ? findCompanion(value, form) : undefined;
  const checked = [form, ...(companion === undefined ? [] : [companion])];
  const outcomes = checked.map((checkedForm) => checkRules(value, checkedForm));
  const problemLists = checked.map((checkedForm, index) => [
    ...checkWithReference(value, checkedForm.schema),
    ...(outcomes[index]?.problems ?? []),
  ]);
  const problems = withoutRepetition(
    problemLists.flatMap((list) => withoutOtherShapes(list, problemLists)),
  );
  // In a card that carries both versions, names that one version does not know belong to the other.
  const warnings = companion === undefined ? outcomes.flatMap((outcome) => outcome.warnings) : [];
  const problemKeys = new Set(problems.map(toKey));
  return {
    valid: problems.length === 0,
    form,
    ...(companion && { companion }),
    detection,
    problems,
    warnings: limitProblems(warnings.filter((warning) => !problemKeys.has(toKey(warning)))),
  };
}

/**
 * Returns the form that the document was recognized as; if it was not, one of those asked for,
 * preferably one that it fits.
 */
function pickForm(
  value: unknown,
  {
    detection,
    forms,
  }: {
    readonly detection: DetectedDocument;
    /** The forms of the kind that was asked for; empty if no kind was given. */
    readonly forms: readonly DocumentForm[];
  },
): DocumentForm | undefined {
  const [best] = detection.kind === 'unknown' ? [] : detection.candidates;
  if (best !== undefined) return best.form;
  return forms.find(({ schema }) => fitsReference(value, schema)) ?? forms[0];
}

/**
 * Drops problems inside a security scheme of a card that carries both versions of A2A, unless the
 * scheme is wrong in both: they share the name `securitySchemes` for schemes of two shapes, and a
 * card has room for one.
 */
function withoutOtherShapes(
  problems: readonly Problem[],
  all: readonly (readonly Problem[])[],
): readonly Problem[] {
  const broken = all.map((list) => new Set(list.map(toScheme)));
  return problems.filter((problem) => {
    const scheme = toScheme(problem);
    return scheme === undefined || broken.every((schemes) => schemes.has(scheme));
  });
}

/**
 * Returns the JSON pointer to the security scheme that a problem is in; `undefined` if it is in
 * none.
 */
function toScheme({ pointer }: Problem): string | undefined {
  return /^\/securitySchemes\/[^/]*/u.exec(pointer)?.[0];
}

/** Drops problems that two schemas report for the same place in the same words. */
function withoutRepetition(problems: readonly Problem[]): readonly Problem[] {
  const first = new Map(problems.toReversed().map((problem) => [toKey(problem), problem]));
  return limitProblems([...first.values()].toReversed());
}

function toKey({ pointer, message }: Problem): string {
  return `${pointer} ${message}`;
}

function createChoiceError({ dialect, kind }: FormChoice): RangeError {
  if (dialect !== undefined && !isDocumentDialect(dialect)) {
    return new RangeError(
      `Cannot validate because the dialect must be one of ${DOCUMENT_DIALECTS.join(', ')}: current value is ${JSON.stringify(dialect)}`,
    );
  }
  const kinds = listDocumentForms({ dialect }).map((form) => form.kind);
  return new RangeError(
    `Cannot validate because the kind must be one of ${kinds.join(', ')}: current value is ${JSON.stringify(kind)}`,
  );
}

/** Returns the first 100 problems, and one more with the keyword `more` that counts the rest. */
function limitProblems(problems: readonly Problem[]): readonly Problem[] {
  const excess = problems.length - MAX_PROBLEMS;
  return excess <= 0 ? problems : [...problems.slice(0, MAX_PROBLEMS), createRestProblem(excess)];
}

/**
 * Finds the second form of a card that carries both versions of A2A: the interfaces of 1.0 (section
 * 4.4.1) beside the address and the version of 0.3 (section 5.5). `undefined` for any other
 * document.
 */
function findCompanion(value: unknown, form: DocumentForm): DocumentForm | undefined {
  const { dialect, kind } = form;
  if (kind !== 'card' || (dialect !== 'a2a/v1.0' && dialect !== 'a2a/v0.3')) return undefined;
  if (!isRecord(value)) return undefined;
  const carriesBoth = ['supportedInterfaces', 'url', 'protocolVersion'].every((name) =>
    Object.hasOwn(value, name),
  );
  if (!carriesBoth) return undefined;
  return listDocumentForms({ dialect: OTHER_VERSION[dialect], kind }).find(
    (candidate) => candidate.kind === kind,
  );
}
