import type { TypegenWarning } from '../typegen-warning.ts';
import { generateTarget, type TypesFileOptions, type TypesTarget } from './types-target.ts';
import { readExisting } from './write-types.ts';

/** How the file of a target compares with what would be generated now. */
export interface CheckedTypes {
  readonly file: string;
  readonly state: 'current' | 'outdated' | 'missing';
  readonly warnings: readonly TypegenWarning[];
}

/** Compares files with what would be generated, byte by byte. Writes nothing. */
export async function checkTypes(
  targets: readonly TypesTarget[],
  options: TypesFileOptions = {},
): Promise<readonly CheckedTypes[]> {
  const checked: CheckedTypes[] = [];
  for (const target of targets) {
    const { code, warnings } = await generateTarget(target, options);
    const existing = await readExisting(target.file);
    const state = existing === undefined ? 'missing' : existing === code ? 'current' : 'outdated';
    checked.push({ file: target.file, state, warnings });
  }
  return checked;
}
