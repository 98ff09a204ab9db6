import { isRecord, appendPointer } from '@formwork/core';
import { TypegenSourceError } from '../errors/typegen-source-error.ts';
import type { TypeSource } from '../generate/type-source.ts';
import type { TypegenLimits } from '../limits.ts';
import { toStem } from '../prepare/prepare-reference.ts';
import type { TypeRoot } from '../prepare/prepare-types.ts';
import { toPreview } from '../prepare/to-preview.ts';
import { fromAgentCard } from './from-agent-card.ts';

/** Options of {@link fromDocument}. */
export interface FromDocumentOptions {
  /** What the document is called, such as `fight.schema.json`; names its type. */
  readonly name: string;
  /** For the comment at the top of the module. Default: `name`. */
  readonly origin?: string;
  /** For a card; a schema has its limits when types are generated. Default: `REMOTE_LIMITS`. */
  readonly limits?: Partial<TypegenLimits>;
}

/** What makes a schema say something about its values, rather than only keep definitions. */
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
  '$ref',
  '$dynamicRef',
  'not',
];

/**
 * Types for a JSON document: an agent card, a schema, or a bundle, which is a document that only
 * has `$defs` or `definitions` and gives one type for each of them.
 *
 * Throws a `TypegenSourceError` when it is none of these.
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
      `Cannot generate types as ${toPreview(name)} must be a schema, a bundle or an agent card: current value is ${toPreview(content)}`,
    );
  }
  const roots = listRoots(content, 0, name);
  return { origin, documents: [{ name, content }], roots, remote: false };
}

/** The schemas of a document that get types: itself, or the definitions of a bundle. */
export function listRoots(content: unknown, document: number, name: string): readonly TypeRoot[] {
  const whole = [{ name: toStem(name), place: { document, pointer: '' } }];
  if (!isRecord(content) || TELLING.some((keyword) => keyword in content)) return whole;
  const definitions = ['$defs', 'definitions'].flatMap((keyword) => {
    const members = content[keyword];
    if (!isRecord(members)) return [];
    return Object.keys(members).map((key) => ({
      name: key,
      place: { document, pointer: appendPointer(`/${keyword}`, key) },
    }));
  });
  return definitions.length === 0 ? whole : definitions;
}
