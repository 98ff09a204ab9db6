import { generateTypes } from '@formwork/typegen';
import { toOpenBundle } from './to-open-bundle.ts';
import { toTypeSources } from './to-type-sources.ts';
import type { SchemaFile } from './schema-files.ts';

/** What of the package is made from its other files: texts by path. */
export async function toGeneratedFiles(
  files: readonly SchemaFile[],
): Promise<ReadonlyMap<string, string>> {
  const generated = new Map<string, string>();
  for (const [name, source] of toTypeSources(files)) {
    const { code, warnings } = await generateTypes(source);
    if (warnings.length > 0) throw new Error(`${name}: ${JSON.stringify(warnings)}`);
    generated.set(`types/${name}.d.ts`, code);
  }
  for (const { path, content } of files) {
    if (!/^a2a\/v1[^/]*\/a2a\.json$/u.test(path)) continue;
    const open = `${JSON.stringify(toOpenBundle(content), undefined, 2)}\n`;
    generated.set(path.replace(/\.json$/u, '.open.json'), open);
  }
  return generated;
}

/** True for a file that only the generator writes. */
export function isGenerated(path: string): boolean {
  return path.startsWith('types/') || path.endsWith('.open.json');
}
