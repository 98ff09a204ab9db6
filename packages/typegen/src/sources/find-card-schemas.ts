import { isDeepStrictEqual } from 'node:util';
import { OBJECT_SCHEMAS_EXTENSION_URI, isRecord } from '@formwork/core';
import { TypegenSourceError } from '../errors/typegen-source-error.ts';
import { toPreview } from '../prepare/to-preview.ts';

type Schemas = Readonly<Record<string, unknown>>;

/**
 * The named schemas of a card: those of the extension's `params`, else those at the root of the
 * card. Where both are there they must be the same, since nobody could tell which ones the agent
 * goes by; throws a `TypegenSourceError` if they are not.
 */
export function findCardSchemas(card: Readonly<Record<string, unknown>>): Schemas {
  const root = isRecord(card['schemas']) ? card['schemas'] : undefined;
  const params = findParams(card);
  if (params === undefined || root === undefined) return params ?? root ?? {};
  const names = new Set([...Object.keys(params), ...Object.keys(root)]);
  const different = [...names].filter(
    (name) => !isDeepStrictEqual(own(params, name), own(root, name)),
  );
  if (different.length > 0) {
    const list = different.slice(0, 5).map(toPreview).join(', ');
    throw new TypegenSourceError(
      `Cannot generate types as the schemas at the root of the card must be those of the extension's params: ${list} are different`,
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

function own(schemas: Schemas, name: string): unknown {
  return Object.hasOwn(schemas, name) ? schemas[name] : undefined;
}
