import { dereference, type Schema, type SchemaDraft } from '@cfworker/json-schema';
import { isRecord } from '../is-record.ts';
import { appendPointer } from '../problems/json-pointer.ts';
import type { SchemaIndex } from '../schema-check/index-schema.ts';
import { KNOWN_KEYWORDS, SUBSCHEMA_PLACES } from '../schema-check/schema-keywords.ts';
import type { SchemaIssue } from '../schema-check/schema-issue.ts';
import { toSchemaIssue } from '../schema-check/to-schema-issue.ts';
import type { Dialect } from '../validation/dialect.ts';
import type { JsonSchema } from '../types/json.ts';
import { failPatterns, leaveOutPatterns } from './leave-out-patterns.ts';

/** A schema as the eval-free validator takes it. */
export interface RunnableSchema {
  readonly schema: Schema;
  readonly draft: SchemaDraft;
  /** Schemas by absolute URI, where references lead. */
  readonly lookup: ReturnType<typeof dereference>;
}

/**
 * What patterns do when values are checked: they run, no text matches them, or they are left out with
 * everything that they decide about.
 */
export type PatternMode = 'left-out' | 'run' | 'fail';

/** The outcome of {@link toRunnableSchema}. */
export type RunnableOutcome =
  | { readonly kind: 'runnable'; readonly runnable: RunnableSchema }
  | { readonly kind: 'refused'; readonly issues: readonly SchemaIssue[] };

/** Options of {@link toRunnableSchema}. */
interface RunnableOptions {
  readonly dialect: Dialect;
  readonly index: SchemaIndex;
  /** What patterns do when values are checked. */
  readonly mode: PatternMode;
}

const DRAFTS: Readonly<Record<Dialect, SchemaDraft>> = {
  'draft-04': '4',
  'draft-06': '7',
  'draft-07': '7',
  '2019-09': '2019-09',
  '2020-12': '2020-12',
};

/** Formats on which validators agree. Others are annotations: refusing what fits would be worse. */
const CHECKED_FORMATS: ReadonlySet<string> = new Set([
  'date-time',
  'date',
  'email',
  'uuid',
  'ipv4',
  'ipv6',
]);

/**
 * Copies a schema for the validator: only keywords of its dialect, only formats that are agreed on.
 *
 * Refused if the validator would follow a reference elsewhere than our own index says: what was
 * judged must be what is run.
 */
export function toRunnableSchema(
  root: JsonSchema,
  { dialect, index, mode }: RunnableOptions,
): RunnableOutcome {
  const copies = new Map<string, unknown>();
  const known = KNOWN_KEYWORDS[dialect];
  const schema = copySchema(root, '');
  const lookup = dereference(schema);
  const issues = index.references.flatMap(({ source, target, pointer, text }) => {
    const uri = toResolved(copies.get(source), pointer);
    const found = uri === undefined ? undefined : lookup[uri];
    if (found !== undefined && target !== undefined && found === copies.get(target)) return [];
    const expected = 'a reference to a schema that stands where schemas stand';
    return [
      toSchemaIssue(root, { code: 'schema-reference-refused', pointer, expected, current: text }),
    ];
  });
  if (issues.length > 0) return { kind: 'refused', issues };
  // Not before: what has been left out may be where a reference leads.
  if (mode === 'left-out') leaveOutPatterns(copies, index);
  if (mode === 'fail') failPatterns(copies);
  return { kind: 'runnable', runnable: { schema, draft: DRAFTS[dialect], lookup } };

  // The recursion is as deep as the schema, which has been bounded.
  function copySchema(source: JsonSchema, pointer: string): Schema {
    const copy: Schema = {};
    copies.set(pointer, copy);
    for (const [keyword, value] of Object.entries(source)) {
      if (!known.has(keyword)) continue;
      if (keyword === 'format' && !CHECKED_FORMATS.has(String(value))) continue;
      const at = appendPointer(pointer, keyword);
      copy[keyword] = SUBSCHEMA_PLACES.has(keyword) ? copyPlace(value, at) : value;
    }
    if (source['nullable'] === true && source['type'] !== undefined) {
      copy['type'] = [source['type'], 'null'].flat() as NonNullable<Schema['type']>;
    }
    return copy;
  }

  function copyPlace(value: unknown, pointer: string): unknown {
    if (Array.isArray(value)) {
      return value.map((item, position) => copyMember(item, appendPointer(pointer, position)));
    }
    const keyword = pointer.slice(pointer.lastIndexOf('/') + 1);
    if (!isRecord(value) || SUBSCHEMA_PLACES.get(keyword) === 'one') {
      return copyMember(value, pointer);
    }
    // Not Object.fromEntries of a literal: "__proto__" is a name like any other here.
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        copyMember(member, appendPointer(pointer, name)),
      ]),
    );
  }

  function copyMember(value: unknown, pointer: string): unknown {
    if (isRecord(value)) return copySchema(value, pointer);
    // `true` and `false` have no identity that references could be compared by.
    copies.set(pointer, value);
    return value;
  }
}

function toResolved(copy: unknown, pointer: string): string | undefined {
  if (!isRecord(copy)) return undefined;
  const note = pointer.endsWith('/$recursiveRef')
    ? copy['__absolute_recursive_ref__']
    : copy['__absolute_ref__'];
  return typeof note === 'string' ? note : undefined;
}
