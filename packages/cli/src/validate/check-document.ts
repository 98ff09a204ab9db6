import { connect, type RemoteAgent } from '@formwork/client';
import {
  createValidator,
  fromSchemaMode,
  OBJECT_SCHEMAS_EXTENSION_URI,
  SchemaError,
  vetSchema,
  type JsonSchema,
} from '@formwork/core';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../errors/cli-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import { readJsonSource } from '../input/read-json-source.ts';
import {
  guessVersion,
  toDocumentSchema,
  type DocumentKind,
  type DocumentVersion,
} from './a2a-schemas.ts';

/** Something wrong in a document. */
export interface Finding {
  /** JSON pointer (RFC 6901) into the document. */
  readonly pointer: string;
  readonly message: string;
}

/** What a document is held against. */
export interface CheckRequest {
  /** `card`, `message`, `task`, `part`, `schema`, or the name or path of a schema. */
  readonly as: string;
  readonly version: DocumentVersion | undefined;
  /** Whose schemas tagged parts fit; a URL. */
  readonly agent: string | undefined;
}

const KINDS: readonly string[] = ['card', 'message', 'task', 'part'] satisfies DocumentKind[];

/** What is wrong with a document; `[]` exactly if nothing. @throws UsageError, ConnectError */
export async function checkDocument(
  value: unknown,
  { as, version, agent: url }: CheckRequest,
): Promise<readonly Finding[]> {
  const agent = url === undefined ? undefined : await connect(url);
  if (as === 'schema') return checkSchema(value);
  if (!isKind(as)) return checkAgainst(await findSchema(as, agent), value);
  const schema = toDocumentSchema(as, version ?? guessVersion(as, value));
  const found = checkAgainst(schema, value);
  if (found.length > 0) return found;
  if (as === 'card') return checkCardSchemas(value);
  return agent === undefined ? [] : checkParts(listParts(as, value), agent);
}

function isKind(as: string): as is DocumentKind {
  return KINDS.includes(as);
}

function checkSchema(value: unknown): readonly Finding[] {
  try {
    createValidator(toSchema(value, 'the document'));
    return [];
  } catch (error) {
    if (error instanceof SchemaError) return error.issues;
    throw error;
  }
}

function checkAgainst(schema: JsonSchema, value: unknown): readonly Finding[] {
  return createValidator(schema)
    .check(value)
    .map(({ pointer, message, suggestion }) => ({
      pointer,
      message: suggestion === undefined ? message : `${message} (${suggestion})`,
    }));
}

/** A schema of the agent, a file, or one of the folder `schemas`. */
async function findSchema(as: string, agent: RemoteAgent | undefined): Promise<JsonSchema> {
  if (agent?.schemaNames.includes(as) === true) {
    const schema = agent.schema(as);
    if (schema.kind === 'usable') return schema.schema;
    const reasons = schema.issues.map(({ message }) => message).join('; ');
    throw new CliError(`Cannot use schema ${JSON.stringify(as)} of the agent: ${reasons}`);
  }
  const places = [as, ...['.json', '.schema.json'].map((end) => join('schemas', `${as}${end}`))];
  const file = places.find((place) => place.endsWith('.json') && existsSync(place));
  if (file !== undefined) return toSchema(await readJsonSource(file), file);
  const known = [...KINDS, 'schema', ...(agent?.schemaNames ?? [])].join(', ');
  throw new UsageError(
    `Cannot validate as --as must be one of ${known}, or a schema file, or the name of one in the folder "schemas": current value is ${JSON.stringify(as)}`,
  );
}

function toSchema(value: unknown, name: string): JsonSchema {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new CliError(`Cannot use ${name} as a schema must be a JSON object.`);
}

/** The named schemas of a card, judged as a client would. */
function checkCardSchemas(card: unknown): readonly Finding[] {
  const extensions = toList(toRecord(toRecord(card)['capabilities'])['extensions']);
  const index = extensions.findIndex(
    (one) => toRecord(one)['uri'] === OBJECT_SCHEMAS_EXTENSION_URI,
  );
  const params = toRecord(toRecord(extensions[index])['params']);
  const places = [
    ['/schemas', toRecord(toRecord(card)['schemas'])],
    [`/capabilities/extensions/${index}/params/schemas`, toRecord(params['schemas'])],
  ] as const;
  const vetted = places.flatMap(([place, schemas]) =>
    Object.entries(schemas).flatMap(([name, schema]) => {
      const outcome = vetSchema(schema);
      const at = `${place}/${escape(name)}`;
      return outcome.kind === 'vetted'
        ? []
        : outcome.issues.map(({ pointer, message }) => ({ pointer: `${at}${pointer}`, message }));
    }),
  );
  const names = new Set(places.flatMap(([, schemas]) => Object.keys(schemas)));
  return [...vetted, ...checkModes(card, names)];
}

/** Modes that name a schema which the card does not have. */
function checkModes(card: unknown, names: ReadonlySet<string>): readonly Finding[] {
  return toList(toRecord(card)['skills']).flatMap((skill, index) =>
    ['inputModes', 'outputModes'].flatMap((key) =>
      toList(toRecord(skill)[key]).flatMap((mode, place) => {
        const name = typeof mode === 'string' ? fromSchemaMode(mode) : undefined;
        if (name === undefined || names.has(name)) return [];
        const message = `names the schema ${JSON.stringify(name)}, which the card does not have`;
        return [{ pointer: `/skills/${index}/${key}/${place}`, message }];
      }),
    ),
  );
}

type PlacedPart = readonly [string, Readonly<Record<string, unknown>>];

function listParts(kind: DocumentKind, value: unknown): readonly PlacedPart[] {
  if (kind === 'part') return [['', toRecord(value)]];
  const toParts = (holder: unknown, place: string): readonly PlacedPart[] =>
    toList(toRecord(holder)['parts']).map((part, index) => [
      `${place}/parts/${index}`,
      toRecord(part),
    ]);
  if (kind === 'message') return toParts(value, '');
  return toList(toRecord(value)['artifacts']).flatMap((artifact, index) =>
    toParts(artifact, `/artifacts/${index}`),
  );
}

/** Tagged parts against the schemas of the agent. */
function checkParts(parts: readonly PlacedPart[], agent: RemoteAgent): readonly Finding[] {
  return parts.flatMap(([place, part]) => {
    const modes = [toRecord(part['metadata'])['mimeType'], part['mediaType']];
    const names = modes.map((mode) =>
      typeof mode === 'string' ? fromSchemaMode(mode) : undefined,
    );
    const name = names.find((one) => one !== undefined);
    if (name === undefined) return [];
    const schema = agent.schema(name);
    if (schema.kind === 'refused') {
      return schema.issues.map(({ message }) => ({ pointer: place, message }));
    }
    return schema.check(part['data']).map(({ pointer, message }) => ({
      pointer: `${place}/data${pointer}`,
      message,
    }));
  });
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

function escape(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
