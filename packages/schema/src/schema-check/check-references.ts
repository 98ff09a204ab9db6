import { didYouMean } from '../problems/did-you-mean.ts';
import { previewJson } from '../problems/preview-json.ts';
import { DIALECT_URIS, toDialect } from '../references/dialect.ts';
import type { Subschema } from '../references/schema-keywords.ts';
import { MAX_PLACE_LENGTH } from '../references/schema-references.ts';
import type { JsonSchema } from '../types/json.ts';
import type { SchemaIndex } from './index-schema.ts';
import { type SchemaIssue, createSchemaIssue } from './schema-issue.ts';

/** The most references that get a suggestion: a stranger's schema may have very many that lead nowhere. */
const MAX_SUGGESTIONS = 20;

/**
 * Finds references that lead nowhere within the document, in circles, or to one of several targets,
 * embedded documents of another dialect, and places that are too long to be read.
 */
export function checkReferences(schema: JsonSchema, index: SchemaIndex): readonly SchemaIssue[] {
  const unresolved = index.references
    .filter(({ target }) => target === undefined)
    .map(({ pointer, text }, at) =>
      createSchemaIssue(schema, {
        code: 'schema-reference-unresolved',
        pointer,
        expected: 'a reference to a schema in the same document',
        current: `${previewJson(text)}${at < MAX_SUGGESTIONS ? suggestRemedy(text, index) : ''}`,
      }),
    );
  const circular = findCircles(index).map((pointer) =>
    createSchemaIssue(schema, {
      code: 'schema-reference-cycle',
      pointer,
      expected: 'a reference that does not lead back to itself for the same value',
    }),
  );
  const ambiguous = index.duplicates.map((pointer) =>
    createSchemaIssue(schema, {
      code: 'schema-reference-ambiguous',
      pointer,
      expected:
        'a schema whose $id or anchor is its own, as another one in the document has the same',
    }),
  );
  const foreign = [...index.places.values()].filter((subschema) =>
    isOfOtherDialect(subschema, index),
  );
  const mixed = foreign.map(({ pointer }) =>
    createSchemaIssue(schema, {
      code: 'schema-dialect-mixed',
      pointer: `${pointer}/$schema`,
      expected: `that of the whole document, ${JSON.stringify(DIALECT_URIS[index.dialect])}`,
    }),
  );
  const long = index.tooLong.map((pointer) =>
    createSchemaIssue(schema, {
      code: 'schema-too-complex',
      pointer,
      expected: `a schema whose $id, and the place of every schema within it, has at most ${MAX_PLACE_LENGTH} characters`,
      current: 'more',
    }),
  );
  return [...unresolved, ...circular, ...ambiguous, ...mixed, ...long];
}

/** Says in words what to write for a reference that leads nowhere; `''` if that is not known. */
function suggestRemedy(text: string, index: SchemaIndex): string {
  if (text.startsWith('#/')) return suggestTarget(text, index);
  const [document = ''] = text.split('#');
  if (document === '' || URL.parse(document, 'https://x.invalid') === null) return '';
  const definitions = index.dialect.startsWith('draft-') ? 'definitions' : '$defs';
  const id = index.dialect === 'draft-04' ? 'id' : '$id';
  return `, another document, which can be copied into "${definitions}" with "${id}": ${previewJson(document)}`;
}

/** Returns the reference that a misspelt one most likely means, in words; `''` if none is near. */
function suggestTarget(text: string, { places }: SchemaIndex): string {
  const name = text.slice(text.lastIndexOf('/') + 1);
  const definitions = [...places.keys()].filter((pointer) => isDefinition(pointer));
  const names = definitions.map((pointer) => pointer.slice(pointer.lastIndexOf('/') + 1));
  const suggestion = didYouMean(name, names);
  const target = suggestion === undefined ? undefined : definitions[names.indexOf(suggestion)];
  return target === undefined ? '' : `, did you mean ${JSON.stringify(`#${target}`)}?`;
}

/** True for the pointer to a definition: `/$defs/Money`. */
function isDefinition(pointer: string): boolean {
  return /\/(?:\$defs|definitions|schemas)\/[^/]+$/u.test(pointer);
}

/**
 * True for a schema whose `$schema` names another dialect. It counts only where an embedded
 * document begins.
 */
function isOfOtherDialect({ schema }: Subschema, { dialect }: SchemaIndex): boolean {
  if (typeof schema === 'boolean' || typeof schema['$schema'] !== 'string') return false;
  const id = schema[dialect === 'draft-04' ? 'id' : '$id'];
  const isDocument = typeof id === 'string' && !id.startsWith('#');
  return isDocument && toDialect(schema) !== dialect;
}

/** A step from a schema to another one that applies to the same value. */
interface Step {
  readonly target: string;
  /** The JSON pointer to the cause of the step: a reference, or the place of the other schema. */
  readonly pointer: string;
}

/**
 * Finds the steps that close a circle in which evaluation never gets to another value, as JSON
 * pointers.
 */
function findCircles(index: SchemaIndex): readonly string[] {
  const closing: string[] = [];
  const finished = new Set<string>();
  for (const start of index.places.keys()) {
    if (finished.has(start)) continue;
    // Depth first, with the stack in an array: schemas may be nested deeper than calls can be.
    const path = [{ pointer: start, steps: listSteps(index, start) }];
    const onPath = new Set([start]);
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const step = last.steps.shift();
      if (step === undefined) {
        path.pop();
        onPath.delete(last.pointer);
        finished.add(last.pointer);
      } else if (onPath.has(step.target)) {
        closing.push(step.pointer);
      } else if (!finished.has(step.target)) {
        path.push({ pointer: step.target, steps: listSteps(index, step.target) });
        onPath.add(step.target);
      }
    }
  }
  return closing;
}

function listSteps({ innerOf, referencesOf }: SchemaIndex, source: string): Step[] {
  const steps: Step[] = [];
  for (const { inPlace, pointer } of innerOf.get(source) ?? []) {
    if (inPlace) steps.push({ target: pointer, pointer });
  }
  for (const { target, pointer } of referencesOf.get(source) ?? []) {
    if (target !== undefined) steps.push({ target, pointer });
  }
  return steps;
}
