import { appendPointer } from '../json/json-pointer.ts';
import { isRecord } from '../json/record.ts';
import { toSortedJson } from '../json/sorted-json.ts';
import type { SchemaIssue } from '../schema-check/schema-issue.ts';
import type { VetLimits } from '../vetting/vet-limits.ts';
import { type VetOutcome, vetSchema } from '../vetting/vet-schema.ts';
import { ComparisonWork } from './comparison-work.ts';
import {
  type CompatibilityChange,
  type CompatibilityReport,
  createReport,
  describeChange,
} from './compatibility-change.ts';
import { createConstraints } from './constraints.ts';
import { createCounterExample, type Witness } from './create-counter-example.ts';
import { describeGap } from './describe-gap.ts';
import { findGaps } from './find-gaps.ts';
import type { Gap } from './gap.ts';
import { createDocument, type SchemaDocument, locateSchema } from './schema-document.ts';

const TEXTS: readonly string[] = ['title', 'description', '$comment', 'examples', 'deprecated'];

/**
 * The most changes of titles, descriptions and other texts that a comparison of schemas lists one
 * by one.
 */
const MAX_CHANGES = 50;

/**
 * Options of {@link compareSchemas}: whether values are inputs or outputs, and limits on the
 * schemas.
 */
export interface CompareSchemasOptions {
  /**
   * The direction of the values. Callers send an `input`, so every value that was valid before must
   * stay valid; the agent sends an `output`, so every value that is possible now must have been
   * possible before.
   */
  readonly direction: 'input' | 'output';
  /**
   * Limits on the size and cost of both schemas; a schema beyond them is not compared. Default:
   * those of `vetSchema`.
   */
  readonly limits?: Partial<VetLimits>;
}

/** The longest search for counter-examples in one comparison, in milliseconds. */
const SEARCH_MILLISECONDS = 1500;

/**
 * Judges whether a schema can take the place of another. Never throws for data; both schemas may
 * come from anybody: a schema that `vetSchema` refuses is not looked at, and gives a change of the
 * kind `unknown`, with the reason.
 *
 * A difference that is not reported as `breaking` or `unknown` has been shown to be harmless,
 * keyword by keyword. Formats count, because validators check them; `default` does not, because it
 * refuses nothing. Codes are `schema-` and the keyword, or `property` (not allowed at all),
 * `declared` (anything could stand there), `others`, `item`, `alternative`, `overlap`,
 * `complexity`, `value`, `refused`, `text`, `default`, `written`.
 *
 * @example
 * ```ts
 * import { compareSchemas } from '@formwork/schema';
 *
 * const report = compareSchemas({ type: 'number' }, { type: 'integer' }, { direction: 'input' });
 * report.verdict; // 'breaking'
 * ```
 */
export function compareSchemas(
  oldSchema: unknown,
  newSchema: unknown,
  { direction, limits = {} }: CompareSchemasOptions,
): CompatibilityReport {
  const [before, after] = [oldSchema, newSchema].map((schema) => vetSchema(schema, { limits }));
  const refused = [...listRefusals(before, 'old'), ...listRefusals(after, 'new')];
  if (before?.kind !== 'vetted' || after?.kind !== 'vetted') return createReport(refused);
  if (toSortedJson(before.vetted.schema) === toSortedJson(after.vetted.schema))
    return createReport([]);
  try {
    const work = new ComparisonWork();
    return compare(createDocument(before.vetted, { side: 'old', work }), {
      after: createDocument(after.vetted, { side: 'new', work }),
      direction,
    });
  } catch (error) {
    // The comparison failed, for example because the stack ran out, so nothing has been shown.
    const message = `The schemas cannot be compared because ${error instanceof Error ? error.message : String(error)}.`;
    return createReport([
      { kind: 'unknown', code: 'schema-complexity', pointer: '', in: 'new', message },
    ]);
  }
}

function compare(
  before: SchemaDocument,
  {
    after,
    direction,
  }: {
    readonly after: SchemaDocument;
    readonly direction: 'input' | 'output';
  },
): CompatibilityReport {
  const narrowed = findGaps(createConstraints([locateSchema(before, '')]), locateSchema(after, ''));
  const widened = findGaps(createConstraints([locateSchema(after, '')]), locateSchema(before, ''));
  const isInput = direction === 'input';
  const [from, to] = isInput ? [before, after] : [after, before];
  const deadline = performance.now() + SEARCH_MILLISECONDS;
  const harmful = (isInput ? narrowed : widened).map((gap) => {
    const counterExample = findCounterExample(gap, { from, to, deadline });
    const kind = counterExample !== undefined || gap.isCertain ? 'breaking' : 'unknown';
    return {
      ...createChange(gap, { kind, isNarrower: isInput }),
      ...(counterExample !== undefined && { counterExample: counterExample.value }),
    } satisfies CompatibilityChange;
  });
  const harmless = (isInput ? widened : narrowed).map((gap) =>
    createChange(gap, { kind: 'safe', isNarrower: !isInput }),
  );
  const changes = [
    ...harmful,
    ...harmless,
    ...listUncompared(before, after),
    ...listAnnotationChanges(before, after),
  ];
  if (changes.length > 0) return createReport(changes);
  const message = 'The schema is written in another way, and accepts the same values.';
  return createReport([
    { kind: 'cosmetic', code: 'schema-written', pointer: '', in: 'new', message },
  ]);
}

/** Makes a counter-example; `undefined` also if no work is left for it, because the gap is shown. */
function findCounterExample(gap: Gap, witness: Witness): ReturnType<typeof createCounterExample> {
  try {
    return createCounterExample(gap, witness);
  } catch {
    return undefined;
  }
}

/** Says that schemas with dynamic references are not compared as far as these lead. */
function listUncompared(...documents: readonly SchemaDocument[]): readonly CompatibilityChange[] {
  return documents
    .filter(({ isOpen }) => isOpen)
    .slice(-1)
    .map(({ side }) => ({
      kind: 'unknown',
      code: 'schema-complexity',
      pointer: '',
      in: side,
      message: `The ${side} schema has dynamic references that may lead to several schemas, which are not compared.`,
    }));
}

function createChange(
  gap: Gap,
  {
    kind,
    isNarrower,
  }: { readonly kind: 'breaking' | 'unknown' | 'safe'; readonly isNarrower: boolean },
): CompatibilityChange {
  const [was, is] = isNarrower ? [gap.from, gap.to] : [gap.to, gap.from];
  return {
    kind,
    code: `schema-${gap.rule}`,
    pointer: gap.at.pointer,
    in: gap.at.document.side,
    ...(was !== undefined && { was }),
    ...(is !== undefined && { is }),
    message: describeGap(gap, isNarrower),
  };
}

function listRefusals(
  outcome: VetOutcome | undefined,
  side: 'old' | 'new',
): readonly CompatibilityChange[] {
  const issues: readonly SchemaIssue[] = outcome?.kind === 'refused' ? outcome.issues : [];
  return issues.slice(0, 1).map(({ message, pointer }) => ({
    kind: 'unknown',
    code: 'schema-refused',
    pointer,
    in: side,
    message: `The ${side} schema cannot be judged. ${message}.`.replace(/\.\.$/u, '.'),
  }));
}

/**
 * Lists changes that no validator sees, such as other descriptions, at schemas that stand at the
 * same place in both documents.
 */
function listAnnotationChanges(
  before: SchemaDocument,
  after: SchemaDocument,
): readonly CompatibilityChange[] {
  const changes: CompatibilityChange[] = [];
  for (const [pointer, { schema }] of after.index.places) {
    const old = before.index.places.get(pointer)?.schema;
    if (!isRecord(old) || !isRecord(schema)) continue;
    for (const keyword of [...TEXTS, 'default']) {
      const [was, is] = [old[keyword], schema[keyword]];
      if (toSortedJson(was) === toSortedJson(is)) continue;
      changes.push({
        // Another `default` accepts the same values, but gives another meaning to an absent value.
        kind: keyword === 'default' ? 'safe' : 'cosmetic',
        code: keyword === 'default' ? 'schema-default' : 'schema-text',
        pointer: appendPointer(pointer, keyword),
        in: is === undefined ? 'old' : 'new',
        ...(was !== undefined && { was }),
        ...(is !== undefined && { is }),
        message: describeChange(keyword, { was, is }),
      });
    }
    if (changes.length >= MAX_CHANGES) break;
  }
  return changes.slice(0, MAX_CHANGES);
}
