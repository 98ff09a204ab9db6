import { generateTypes } from '@formwork/typegen';
import { toPydanticModels } from './pydantic/to-pydantic-models.ts';
import type { SchemaFile } from './schema-files.ts';
import { toTypeSources } from './to-type-sources.ts';
import { toWireBundle } from './to-wire-bundle.ts';

/** What of the package is made from its other files: texts by path. */
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
  const generated = new Map(
    wires.map(({ path, content }) => [path, `${JSON.stringify(content, undefined, 2)}\n`]),
  );
  for (const [name, source] of toTypeSources([...written, ...wires])) {
    const { code, warnings } = await generateTypes(source);
    if (warnings.length > 0) throw new Error(`${name}: ${JSON.stringify(warnings)}`);
    generated.set(`types/${name}.d.ts`, code);
  }
  const messages = files.filter(({ path }) => path.startsWith('messages/v1/'));
  generated.set('messages/v1/python/models.py', toPydanticModels(messages));
  return generated;
}

/** True for a file that only the generator writes. */
export function isGenerated(path: string): boolean {
  return path.startsWith('types/') || path.endsWith('.py') || path.endsWith('.wire.json');
}
