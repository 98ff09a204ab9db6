import { connect, type RemoteAgent } from '@formwork/client';
import { fromSchemaMode, OBJECT_SCHEMAS_EXTENSION_URI, vetSchema } from '@formwork/core';
import { assertAddress } from '../remote/assert-address.ts';
import {
  guessVersion,
  hasLegacySigns,
  toDocumentSchema,
  type DocumentKind,
  type DocumentVersion,
} from './a2a-schemas.ts';
import { checkSchemaDocument, checkWithSchema } from './check-with-schema.ts';
import { findSchema, toSchema } from './find-schema.ts';
import type { Finding } from './finding.ts';

/** What a document is held against. */
export interface CheckRequest {
  /** `card`, `message`, `task`, `part`, `schema`, or the name or path of a schema. */
  readonly as: string;
  readonly version: DocumentVersion | undefined;
  /** Whose schemas tagged parts fit; a URL. */
  readonly agent: string | undefined;
}

/** What was found in a document. */
export interface CheckedDocument {
  /** What is wrong; empty exactly if nothing is. */
  readonly findings: readonly Finding[];
  /** What is doubtful. */
  readonly warnings: readonly Finding[];
  /** What to try instead. */
  readonly hint?: string;
}

const KINDS: readonly string[] = ['card', 'message', 'task', 'part'] satisfies DocumentKind[];

/** What is wrong with a document. @throws UsageError, CliError, ConnectError */
export async function checkDocument(
  value: unknown,
  { as, version, agent: url }: CheckRequest,
): Promise<CheckedDocument> {
  if (url !== undefined) assertAddress(url, '--agent');
  const agent = url === undefined ? undefined : await connect(url);
  if (as === 'schema') {
    const schema = toSchema(value);
    if (schema !== undefined) return checkSchemaDocument(schema);
    return toChecked([{ pointer: '', message: 'must be a JSON object, as a schema is one' }]);
  }
  if (!isKind(as)) {
    const found = await findSchema(as, { agent, kinds: [...KINDS, 'schema'] });
    return toChecked(checkWithSchema(value, found));
  }
  const used = version ?? guessVersion(as, value);
  const found = checkAs(as, value, used);
  if (found.length > 0) {
    const other = used === '1.0' ? '0.3' : '1.0';
    const fits = checkAs(as, value, other).length === 0;
    const isLegacy = hasLegacySigns(value);
    const isOther = other === '0.3' ? fits || isLegacy : fits && !isLegacy;
    const hint = `It looks like A2A ${other}: try --a2a ${other}.`;
    return { ...toChecked(found), ...(version === undefined && isOther && { hint }) };
  }
  if (as === 'card') return toChecked(checkCardSchemas(value));
  return toChecked(agent === undefined ? [] : checkParts(listParts(as, value), agent));
}

function toChecked(findings: readonly Finding[]): CheckedDocument {
  return { findings, warnings: [] };
}

function checkAs(kind: DocumentKind, value: unknown, version: DocumentVersion): readonly Finding[] {
  const name = `A2A ${version}`;
  return checkWithSchema(value, { schema: toDocumentSchema(kind, version), name });
}

function isKind(as: string): as is DocumentKind {
  return KINDS.includes(as);
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
