import { vetNamedSchema } from '#document-engine';
import { fromSchemaMode } from '@formwork/core';
import {
  createRemoteValidator,
  type Problem,
  toFingerprint,
  type Validator,
} from '@formwork/schema';
import { appendPointer, isRecord, previewJson } from '@formwork/schema/json';
import { listNames } from '../list-names.ts';
import { listMember, listMembers, type LocatedObject, Suggestions, toTexts } from './read-parts.ts';

/** A schema of a card: its name, its content and the JSON pointer to it. */
interface NamedLocation {
  readonly name: string;
  readonly pointer: string;
  readonly schema: unknown;
}

/**
 * Checks the named schemas of a card as a client would: each can be used, has its declared
 * fingerprint, and is the same in both places; modes name one of them, and examples fit.
 */
export function checkCardSchemas(
  card: LocatedObject,
  declarations: readonly LocatedObject[],
): readonly Problem[] {
  const params = declarations.flatMap((declaration) => listMember(declaration, 'params'));
  const atRoot = listMember(card, 'schemas').flatMap(toNamedLocations);
  const inParams = params
    .flatMap((entry) => listMember(entry, 'schemas'))
    .flatMap(toNamedLocations);
  const validators = new Map<string, Validator>();
  const refused = [...atRoot, ...inParams].flatMap(({ name, pointer, schema }) => {
    const outcome = vetNamedSchema(schema);
    if (outcome.kind === 'vetted') validators.set(name, createRemoteValidator(outcome.vetted));
    if (outcome.kind === 'vetted') return [];
    return outcome.issues.map((issue): Problem => ({
      pointer: `${pointer}${issue.pointer}`,
      keyword: issue.code,
      expected: 'a schema that callers can use',
      message: issue.message,
    }));
  });
  const schemasByName = new Map([...inParams, ...atRoot].map((entry) => [entry.name, entry]));
  return [
    ...refused,
    ...checkSameSchemas(atRoot, inParams),
    ...params.flatMap((entry) => listMember(entry, 'fingerprints')).flatMap(checkFingerprints),
    ...checkModes(card, [...schemasByName.keys()]),
    ...checkExamples(card, validators),
  ];

  function checkFingerprints({ pointer, value }: LocatedObject): readonly Problem[] {
    return Object.entries(value).flatMap(([name, fingerprint]) => {
      const schema = schemasByName.get(name)?.schema;
      // A value that is not a schema is reported elsewhere.
      if (schema !== undefined && !isRecord(schema)) return [];
      const right = schema && toFingerprint(schema);
      if (right === fingerprint) return [];
      const expected =
        right === undefined ? 'the fingerprint of a schema of the card' : previewJson(right);
      const problem: Problem = {
        pointer: appendPointer(pointer, name),
        keyword: 'fingerprint',
        expected,
        message: `must be ${expected} but is ${previewJson(fingerprint)}`,
      };
      return [problem];
    });
  }
}

function toNamedLocations({ pointer, value }: LocatedObject): readonly NamedLocation[] {
  return Object.entries(value).map(([name, schema]) => ({
    name,
    pointer: appendPointer(pointer, name),
    schema,
  }));
}

function checkSameSchemas(
  atRoot: readonly NamedLocation[],
  inParams: readonly NamedLocation[],
): readonly Problem[] {
  const byName = new Map(inParams.map((entry) => [entry.name, entry]));
  return atRoot.flatMap(({ name, pointer, schema }) => {
    const twin = byName.get(name);
    if (!isRecord(schema) || !isRecord(twin?.schema)) return [];
    if (toFingerprint(schema) === toFingerprint(twin.schema)) return [];
    const problem: Problem = {
      pointer,
      keyword: 'same-schema',
      expected: `the schema at ${twin.pointer}`,
      message: `must be the schema at ${twin.pointer} but is another one of the same name`,
    };
    return [problem];
  });
}

/** Finds modes that name a schema which the card does not have. */
function checkModes(card: LocatedObject, names: readonly string[]): readonly Problem[] {
  const declared = new Set(names);
  const suggestions = new Suggestions(names);
  const places = [
    ...['defaultInputModes', 'defaultOutputModes'].map((key) => [card, key] as const),
    ...listMembers(card, 'skills').flatMap((skill) =>
      ['inputModes', 'outputModes'].map((key) => [skill, key] as const),
    ),
  ];
  return places.flatMap(([{ pointer, value }, key]) =>
    toTexts(value[key]).flatMap(([index, mode]) => {
      const name = fromSchemaMode(mode);
      if (name === undefined || declared.has(name)) return [];
      const problem: Problem = {
        pointer: appendPointer(appendPointer(pointer, key), index),
        keyword: 'schema-name',
        expected: 'the name of a schema of the card',
        message: `names the schema ${previewJson(name)}, which the card does not have`,
        ...suggestions.suggest(name),
      };
      return [problem];
    }),
  );
}

/** Finds examples that are data and fit none of the schemas that their skill takes. */
function checkExamples(
  card: LocatedObject,
  validators: ReadonlyMap<string, Validator>,
): readonly Problem[] {
  return listMembers(card, 'skills').flatMap(({ pointer, value }) => {
    const modes = toTexts(value['inputModes']).map(([, mode]) => fromSchemaMode(mode));
    const inputs = [...new Set(modes)].flatMap((name) => {
      const validator = name === undefined ? undefined : validators.get(name);
      return name === undefined || validator === undefined ? [] : [[name, validator] as const];
    });
    if (inputs.length === 0) return [];
    return toTexts(value['examples']).flatMap(([index, text]) => {
      const example = parseData(text);
      if (example === undefined) return [];
      if (inputs.some(([, validator]) => validator.isValid(example.data))) return [];
      const names = listNames(inputs.map(([name]) => name));
      const [first] = inputs[0]?.[1].check(example.data) ?? [];
      const prefix = first === undefined || first.pointer === '' ? '' : `${first.pointer} `;
      const reason = first === undefined ? '' : `: ${prefix}${first.message}`;
      const problem: Problem = {
        pointer: appendPointer(appendPointer(pointer, 'examples'), index),
        keyword: 'example',
        expected: `data that fits ${names}`,
        message: `must fit one of the schemas that the skill takes, ${names}${reason}`,
      };
      return [problem];
    });
  });
}

/** Parses an example that is data; `undefined` for one in words. */
function parseData(text: string): { readonly data: unknown } | undefined {
  if (!/^\s*[[{]/u.test(text)) return undefined;
  try {
    return { data: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
