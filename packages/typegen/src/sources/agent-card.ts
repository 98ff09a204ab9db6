import { OBJECT_SCHEMAS_EXTENSION_URI, fromSchemaMode } from '@formwork/core';
import { isRecord, getOwn } from '@formwork/schema/json';
import { isDeepStrictEqual } from 'node:util';
import { previewValue, TypegenSourceError } from '../errors.ts';
import { checkSize, REMOTE_LIMITS, type TypegenLimits } from '../limits.ts';
import type { SourceSkill, TypeSource } from '../type-source.ts';

/**
 * Options of {@link fromAgentCard}: the words for its origin, the agent's address, and limits on
 * the card.
 */
export interface FromAgentCardOptions {
  /** The source in words, for the comment at the top of the module. Default: the agent's name. */
  readonly origin?: string;
  /**
   * The address at which the agent can be called. Default: not known, so that no function connects
   * to it.
   */
  readonly url?: string;
  /** The limits of the card. Default: {@link REMOTE_LIMITS}. */
  readonly limits?: Partial<TypegenLimits>;
}

/**
 * Makes a source of types from an agent card of A2A 1.0 or 0.3 with the object-schemas extension,
 * of any origin.
 *
 * @throws TypegenSourceError when it is not a card, or has different schemas in their two places,
 * and a `TypegenLimitError` when it is beyond the limits
 *
 * @example
 * ```ts
 * import { fromAgentCard, generateTypes } from '@formwork/typegen';
 *
 * declare const card: unknown;
 * const { code } = await generateTypes(fromAgentCard(card));
 * ```
 */
export function fromAgentCard(card: unknown, options: FromAgentCardOptions = {}): TypeSource {
  checkSize([{ name: 'the agent card', content: card }], { ...REMOTE_LIMITS, ...options.limits });
  if (!isRecord(card)) throw createCardError('a JSON object', card);
  const { name, description, skills } = card;
  if (typeof name !== 'string')
    throw createCardError('a card with a "name" that is a string', name);
  if (!Array.isArray(skills))
    throw createCardError('a card with "skills" that are an array', skills);
  const schemas = Object.entries(findCardSchemas(card));
  return {
    origin: options.origin ?? `the card of ${name}`,
    documents: schemas.map(([schemaName, content]) => ({ name: schemaName, content })),
    roots: schemas.map(([schemaName], document) => ({
      name: schemaName,
      place: { document, pointer: '' },
    })),
    agent: {
      name,
      ...(typeof description === 'string' && { description }),
      skills: readSkills(card, skills),
      ...(options.url !== undefined && { url: options.url }),
    },
    remote: true,
  };
}

type Schemas = Readonly<Record<string, unknown>>;

/**
 * Returns the named schemas of a card: those of the extension's `params`, else those at its root.
 * If a card has both, they must be the same, because it would be uncertain which ones the agent uses;
 * otherwise it throws a `TypegenSourceError`.
 */
function findCardSchemas(card: Readonly<Record<string, unknown>>): Schemas {
  const root = isRecord(card['schemas']) ? card['schemas'] : undefined;
  const params = findParams(card);
  if (params === undefined || root === undefined) return params ?? root ?? {};
  const names = new Set([...Object.keys(params), ...Object.keys(root)]);
  const different = [...names].filter(
    (name) => !isDeepStrictEqual(getOwn(params, name), getOwn(root, name)),
  );
  if (different.length > 0) {
    const list = different.slice(0, 5).map(previewValue).join(', ');
    throw new TypegenSourceError(
      `Cannot generate types because the schemas at the root of the card must be those of the extension's params: ${list} are different`,
    );
  }
  return params;
}

function findParams({ capabilities }: Readonly<Record<string, unknown>>): Schemas | undefined {
  const extensions = isRecord(capabilities) ? capabilities['extensions'] : undefined;
  if (!Array.isArray(extensions)) return undefined;
  for (const extension of extensions) {
    if (!isRecord(extension) || extension['uri'] !== OBJECT_SCHEMAS_EXTENSION_URI) continue;
    const params = extension['params'];
    if (isRecord(params) && isRecord(params['schemas'])) return params['schemas'];
  }
  return undefined;
}

function readSkills(
  card: Readonly<Record<string, unknown>>,
  skills: readonly unknown[],
): readonly SourceSkill[] {
  const byId = new Map<string, SourceSkill>();
  // Skills share one list, because many of them with many default modes multiply.
  const inputDefaults = readSchemaNames(card['defaultInputModes']);
  const outputDefaults = readSchemaNames(card['defaultOutputModes']);
  for (const skill of skills) {
    if (!isRecord(skill) || typeof skill['id'] !== 'string') {
      throw createCardError('a card whose skills have an "id" that is a string', skill);
    }
    const { id, description, inputModes, outputModes } = skill;
    // Only the first of several skills with the same id can be called.
    if (byId.has(id)) continue;
    byId.set(id, {
      id,
      ...(typeof description === 'string' && { description }),
      inputs: isNone(inputModes) ? inputDefaults : readSchemaNames(inputModes),
      outputs: isNone(outputModes) ? outputDefaults : readSchemaNames(outputModes),
    });
  }
  return [...byId.values()];
}

function isNone(modes: unknown): boolean {
  return modes === undefined || modes === null;
}

/** Returns the names of the schemas that modes refer to (extension, section 1). */
function readSchemaNames(modes: unknown): readonly string[] {
  if (!Array.isArray(modes)) return [];
  return modes.flatMap((mode) => (typeof mode === 'string' ? (fromSchemaMode(mode) ?? []) : []));
}

function createCardError(expected: string, value: unknown): TypegenSourceError {
  return new TypegenSourceError(
    `Cannot generate types because the agent card must be ${expected}: current value is ${previewValue(value)}`,
  );
}
