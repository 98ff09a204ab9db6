import type { JsonSchema } from '@formwork/schema';
import { REFERENCE_KEYWORDS } from '@formwork/schema/internal';
import { appendPointer, isRecord } from '@formwork/schema/json';
import { open, type FileHandle } from 'node:fs/promises';
import {
  previewValue,
  TypegenLimitError,
  TypegenSourceError,
  type TypegenSourceReason,
} from '../errors.ts';
import { LOCAL_LIMITS, type TypegenLimits } from '../limits.ts';
import { stemOf } from '../prepare/type-names.ts';
import type { TypeRoot, TypeSource } from '../type-source.ts';
import { fromAgentCard } from './agent-card.ts';

/**
 * Options of {@link fromDocument}: the name of the document, the words for its origin, and limits.
 */
export interface FromDocumentOptions {
  /**
   * The name of the document, such as `fight.schema.json`, from which the name of its type is made.
   */
  readonly name: string;
  /** The source in words, for the comment at the top of the module. Default: `name`. */
  readonly origin?: string;
  /**
   * The limits of a card; a schema meets its limits when types are generated. Default:
   * `REMOTE_LIMITS`.
   */
  readonly limits?: Partial<TypegenLimits>;
}

/**
 * The keywords that say something about values; a schema without any of them only holds
 * definitions.
 */
const TELLING = [
  'type',
  'enum',
  'const',
  'properties',
  'patternProperties',
  'additionalProperties',
  'required',
  'items',
  'prefixItems',
  'allOf',
  'anyOf',
  'oneOf',
  ...REFERENCE_KEYWORDS,
  'not',
];

/**
 * Makes a source of types from a JSON document: an agent card, a schema, or a bundle, which has
 * nothing but `$defs` or `definitions` and gives one type for each of them.
 *
 * @throws TypegenSourceError for anything else
 *
 * @example
 * ```ts
 * import { fromDocument, generateTypes } from '@formwork/typegen';
 *
 * const { code } = await generateTypes(fromDocument({ type: 'object' }, { name: 'order' }));
 * ```
 */
export function fromDocument(
  content: unknown,
  { name, origin = name, limits }: FromDocumentOptions,
): TypeSource {
  if (isRecord(content) && Array.isArray(content['skills']) && 'name' in content) {
    return fromAgentCard(content, { origin, ...(limits && { limits }) });
  }
  if (!isRecord(content) && typeof content !== 'boolean') {
    throw new TypegenSourceError(
      `Cannot generate types because ${previewValue(name)} must be a schema, a bundle or an agent card: current value is ${previewValue(content)}`,
    );
  }
  const roots = listRoots(content, 0, name);
  return { origin, documents: [{ name, content }], roots, remote: false };
}

/**
 * Lists the schemas of a document that get types: the document itself, or the definitions of a
 * bundle.
 */
export function listRoots(content: unknown, document: number, name: string): readonly TypeRoot[] {
  const roots = [{ name: stemOf(name), place: { document, pointer: '' } }];
  if (!isRecord(content) || TELLING.some((keyword) => keyword in content)) return roots;
  const definitions = ['$defs', 'definitions'].flatMap((keyword) => {
    const members = content[keyword];
    if (!isRecord(members)) return [];
    return Object.keys(members).map((key) => ({
      name: key,
      place: { document, pointer: appendPointer(`/${keyword}`, key) },
    }));
  });
  return definitions.length === 0 ? roots : definitions;
}

/** Options of {@link fromSchemas}: the words for their origin. */
export interface FromSchemasOptions {
  /** The source in words, for the comment at the top of the module. Default `named schemas`. */
  readonly origin?: string;
}

/**
 * Makes a source of types from schemas, by the wanted names of their types.
 *
 * @example
 * ```ts
 * import { fromSchemas, generateTypes } from '@formwork/typegen';
 *
 * const source = fromSchemas({ order: { type: 'object' }, receipt: { type: 'string' } });
 * const { code } = await generateTypes(source);
 * ```
 */
export function fromSchemas(
  schemas: Readonly<Record<string, JsonSchema | boolean>>,
  { origin = 'named schemas' }: FromSchemasOptions = {},
): TypeSource {
  const entries = Object.entries(schemas);
  return {
    origin,
    documents: entries.map(([name, content]) => ({ name, content })),
    roots: entries.map(([name], document) => ({ name, place: { document, pointer: '' } })),
    remote: false,
  };
}

/**
 * Reads the JSON value in a file.
 *
 * @throws TypegenSourceError when it cannot be read or is not JSON, and a `TypegenLimitError` when
 * it is too large to try
 */
export async function readJson(path: string): Promise<unknown> {
  return parseJson(await readText(path), path);
}

async function readText(path: string): Promise<string> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { size } = await file.stat();
    // UTF-8 needs at most four bytes for a character.
    if (size > 4 * LOCAL_LIMITS.maxCharacters) {
      const expected = `be ${LOCAL_LIMITS.maxCharacters} characters long at most`;
      throw new TypegenLimitError(path, { name: 'maxCharacters', expected });
    }
    return await file.readFile('utf8');
  } catch (cause) {
    if (cause instanceof TypegenLimitError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypegenSourceError(
      `Cannot read ${previewValue(path)} because it must be a file that can be read: ${reason}`,
      { cause, reason: 'missing' },
    );
  } finally {
    await file?.close();
  }
}

/**
 * Parses a JSON text.
 *
 * @throws TypegenSourceError that names `subject`
 */
export function parseJson(
  text: string,
  subject: string,
  reason: TypegenSourceReason = 'invalid',
): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch (cause) {
    const fault = cause instanceof Error ? cause.message : String(cause);
    throw new TypegenSourceError(
      `Cannot read ${previewValue(subject)} because it must be JSON: ${previewValue(fault)}`,
      { cause, reason },
    );
  }
}
