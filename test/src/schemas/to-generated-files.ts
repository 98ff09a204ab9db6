import { generateTypes } from '@formwork/typegen';
import { toPydanticModels } from './pydantic/to-pydantic-models.ts';
import { readJson, type SchemaFile } from './schema-files.ts';
import { toIndex, type SchemaIndex } from './to-index.ts';
import { toTypeSources } from './to-type-sources.ts';
import { toWireBundle } from './to-wire-bundle.ts';

/** Returns the files of the folder `schemas` that are made from its other files: texts by path. */
export async function toGeneratedFiles(
  files: readonly SchemaFile[],
): Promise<ReadonlyMap<string, string>> {
  const written = files.filter(({ path }) => !isGenerated(path));
  const wires = written
    .filter(({ path }) => /^a2a\/v1[^/]*\/a2a\.json$/u.test(path))
    .map(({ path, content }) => ({
      path: path.replace(/\.json$/u, '.wire.json'),
      content: toWireBundle(content),
    }));
  const all = [...written, ...wires];
  const generated = new Map(wires.map(({ path, content }) => [path, toText(content)]));
  generated.set('index.json', toText(toIndex(readJson('index.json') as SchemaIndex, all)));
  for (const [name, source] of toTypeSources(all)) {
    const { code, warnings } = await generateTypes(source);
    if (warnings.length > 0) throw new Error(`${name}: ${JSON.stringify(warnings)}`);
    generated.set(`types/${name}.d.ts`, code);
  }
  const messages = files.filter(({ path }) => path.startsWith('messages/v1/'));
  generated.set('messages/v1/python/models.py', toPydanticModels(messages));
  return generated;
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** Returns true for a path that only the generator writes. */
export function isGenerated(path: string): boolean {
  const isWhole = path === 'index.json' || path === 'messages/v1/python/models.py';
  return isWhole || path.startsWith('types/') || path.endsWith('.wire.json');
}
