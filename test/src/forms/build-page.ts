import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { trimForms } from '@formwork/react/vite';

/** What a page is built of. */
export interface PageSettings {
  /** Folder of the page. */
  readonly folder: 'page' | 'result-page' | 'task-page';
  /** Major version of React. */
  readonly react: 18 | 19;
  /** Leave out of the page what forms make no use of. */
  readonly trims: boolean;
}

/** A page that was built, as JSON: names of files with their bytes in base64, and paths of modules. */
export interface WrittenPage {
  readonly files: readonly (readonly [string, string])[];
  readonly modules: readonly string[];
}

/** Names that lead to the other React that the package supports. */
const REACT_18 = { 'react-dom': 'react-dom-18', react: 'react-18' };

/**
 * Builds a page as an app would. `NODE_ENV` MUST be `production` or nothing: the test runner has a mode of
 * its own, in which React is three times its size.
 */
export async function buildPage({ folder, react, trims }: PageSettings): Promise<WrittenPage> {
  const result = (await build({
    configFile: false,
    root: fileURLToPath(new URL(folder, import.meta.url)),
    logLevel: 'silent',
    resolve: {
      conditions: ['module', 'browser', 'production', '@formwork/source'],
      alias: react === 18 ? toFiles(REACT_18) : {},
    },
    plugins: trims ? [trimForms()] : [],
    build: { write: false, target: 'es2023' },
  })) as Rolldown.RolldownOutput;
  const files = result.output.map((file): [string, string] => [
    file.fileName,
    Buffer.from(file.type === 'asset' ? file.source : file.code).toString('base64'),
  ]);
  const modules = result.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return { files, modules };
}

/** Folders of packages, so that whoever imports a name gets the same one. */
function toFiles(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { resolve } = createRequire(import.meta.url);
  return Object.fromEntries(
    Object.entries(names).map(([name, other]) => [name, dirname(resolve(`${other}/package.json`))]),
  );
}
