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
import type { Problem } from '@formwork/schema';
import { isRecord, createRestProblem } from '@formwork/schema/internal';

/** The other version of a card, by the protocol of the one that it was taken for. */
const OTHER_VERSION = { 'a2a/v1.0': 'a2a/v0.3', 'a2a/v0.3': 'a2a/v1.0' } as const;

/** How many problems of a document are told one by one; the rest is only counted. */
const MAX_PROBLEMS = 100;

/** The kind of a document, and whether the document is valid. */
export interface DocumentReport {
  /** True if there are no problems. A document that nothing is known of is not valid. */
  readonly valid: boolean;
  /** The kind that it was taken for; absent if it looks like none. */
  readonly form?: DocumentForm;
  /**
   * The other form it was checked by: the other version, of a card that carries both and was not asked
   * to be of one dialect.
   */
  readonly companion?: DocumentForm;
  /** How that was found out. One candidate if it was told. */
  readonly detection: DetectedDocument;
  /**
   * Each with the keyword of the schema that says so, or the rule beyond the schemas. At most 100, and
   * one more with the keyword `more` that counts the rest.
   */
  readonly problems: readonly Problem[];
  /** Findings that only some receivers mind. */
  readonly warnings: readonly Problem[];
}

/** Tells of a document that is of no protocol, and of the form that it is nearest to. */
function createUnknown({ candidates: [nearest] }: DetectedDocument): Problem {
  const near = nearest === undefined ? '' : `; ${describeLikeness(nearest)}`;
  return {
    pointer: '',
    keyword: 'unknown-document',
    expected: 'a known A2A document',
    message: `is not a known A2A document${near}`,
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
 * `@formwork/schemas` knows: by its schema, and by the rules that no schema can say. What it is does
 * not have to be told. Never throws for a value, whatever it is.
 *
 * @throws RangeError if nothing is called what `choice` says.
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
  const [only] = forms.length === 1 ? forms : [];
  // What was told does not have to be recognized.
  const form =
    only ?? pickForm(value, { detection, forms: choice.kind === undefined ? [] : forms });
  if (form === undefined) {
    return { valid: false, detection, problems: [createUnknown(detection)], warnings: [] };
  }
  const companion = choice.dialect === undefined ? findCompanion(value, form) : undefined;
  const checked = [form, ...(companion === undefined ? [] : [companion])];
  const outcomes = checked.map((one) => checkRules(value, one));
  const found = checked.map((one, index) => [
    ...checkWithReference(value, one.schema),
    ...(outcomes[index]?.problems ?? []),
  ]);
  const problems = withoutRepetition(found.flatMap((list) => withoutOtherShapes(list, found)));
  // What is unknown to one version of a card that carries both is there for the other.
  const warnings = companion === undefined ? outcomes.flatMap((one) => one.warnings) : [];
  const told = new Set(problems.map(toKey));
  return {
    valid: problems.length === 0,
    form,
    ...(companion && { companion }),
    detection,
    problems,
    warnings: limitProblems(warnings.filter((warning) => !told.has(toKey(warning)))),
  };
}

interface Choices {
  readonly detection: DetectedDocument;
  /** Of what was asked for; empty if it was not told what the document is. */
  readonly forms: readonly DocumentForm[];
}

/** The kind that the document was recognized as; of those asked for, at least one that takes it. */
function pickForm(value: unknown, { detection, forms }: Choices): DocumentForm | undefined {
  const [best] = detection.kind === 'unknown' ? [] : detection.candidates;
  if (best !== undefined) return best.form;
  return forms.find(({ schema }) => fitsReference(value, schema)) ?? forms[0];
}

/**
 * The versions have one name, `securitySchemes`, for schemes of two shapes, and a card that carries
 * both has room for one: a scheme is wrong that neither takes.
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

/** The pointer to the security scheme that a problem is in. */
function toScheme({ pointer }: Problem): string | undefined {
  return /^\/securitySchemes\/[^/]*/u.exec(pointer)?.[0];
}

/** Two schemas may say the same of one place. */
function withoutRepetition(problems: readonly Problem[]): readonly Problem[] {
  const first = new Map(problems.toReversed().map((one) => [toKey(one), one]));
  return limitProblems([...first.values()].toReversed());
}

function toKey({ pointer, message }: Problem): string {
  return `${pointer} ${message}`;
}

function createChoiceError({ dialect, kind }: FormChoice): RangeError {
  if (dialect !== undefined && !isDocumentDialect(dialect)) {
    return new RangeError(
      `Cannot validate as the dialect must be one of ${DOCUMENT_DIALECTS.join(', ')}: current value is ${JSON.stringify(dialect)}`,
    );
  }
  const kinds = listDocumentForms({ dialect }).map((form) => form.kind);
  return new RangeError(
    `Cannot validate as the kind must be one of ${kinds.join(', ')}: current value is ${JSON.stringify(kind)}`,
  );
}

/** The first 100 problems, and one more with the keyword `more` that counts the rest. */
function limitProblems(problems: readonly Problem[]): readonly Problem[] {
  const rest = problems.length - MAX_PROBLEMS;
  return rest <= 0 ? problems : [...problems.slice(0, MAX_PROBLEMS), createRestProblem(rest)];
}

/**
 * The other form of a card that carries both versions of A2A: the interfaces of 1.0 (section 4.4.1)
 * beside the address and the version of 0.3 (section 5.5). `undefined` for all else.
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
    (other) => other.kind === kind,
  );
}
