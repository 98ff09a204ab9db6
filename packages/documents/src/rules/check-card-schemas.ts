import { vetNamedSchema } from '#document-engine';
import { isRecord } from '@formwork/schema/internal';
import { appendPointer } from '@formwork/schema/internal';
import { previewJson } from '@formwork/schema/internal';
import type { Problem } from '@formwork/schema';
import { toFingerprint } from '@formwork/schema';
import { createRemoteValidator } from '@formwork/schema';
import type { Validator } from '@formwork/schema';
import { checkExamples } from './check-examples.ts';
import { checkModes } from './check-modes.ts';
import { listMember, type Placed } from './read-parts.ts';

/** A schema of a card under its name. */
interface NamedPlace {
  readonly name: string;
  readonly pointer: string;
  readonly schema: unknown;
}

/**
 * The named schemas of a card, judged as a client would: each can be used, fingerprints are theirs,
 * both places where they stand say the same, modes name one of them, and examples fit.
 */
export function checkCardSchemas(
  card: Placed,
  declarations: readonly Placed[],
): readonly Problem[] {
  const params = declarations.flatMap((declaration) => listMember(declaration, 'params'));
  const atRoot = listMember(card, 'schemas').flatMap(toNamedPlaces);
  const inParams = params.flatMap((one) => listMember(one, 'schemas')).flatMap(toNamedPlaces);
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
  const named = new Map([...inParams, ...atRoot].map((one) => [one.name, one]));
  return [
    ...refused,
    ...checkSame(atRoot, inParams),
    ...params.flatMap((one) => listMember(one, 'fingerprints')).flatMap(checkFingerprints),
    ...checkModes(card, [...named.keys()]),
    ...checkExamples(card, validators),
  ];

  function checkFingerprints({ pointer, value }: Placed): readonly Problem[] {
    return Object.entries(value).flatMap(([name, fingerprint]) => {
      const schema = named.get(name)?.schema;
      // What is no schema is told of as such.
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

function toNamedPlaces({ pointer, value }: Placed): readonly NamedPlace[] {
  return Object.entries(value).map(([name, schema]) => ({
    name,
    pointer: appendPointer(pointer, name),
    schema,
  }));
}

function checkSame(
  atRoot: readonly NamedPlace[],
  inParams: readonly NamedPlace[],
): readonly Problem[] {
  const others = new Map(inParams.map((one) => [one.name, one]));
  return atRoot.flatMap(({ name, pointer, schema }) => {
    const other = others.get(name);
    if (!isRecord(schema) || !isRecord(other?.schema)) return [];
    if (toFingerprint(schema) === toFingerprint(other.schema)) return [];
    const problem: Problem = {
      pointer,
      keyword: 'same-schema',
      expected: `the schema at ${other.pointer}`,
      message: `must be the schema at ${other.pointer} but is another one of the same name`,
    };
    return [problem];
  });
}
