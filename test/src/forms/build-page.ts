import { trimForms } from '@formwork/react/vite';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

/** The folder of the example of an app with forms, from here. */
const EXAMPLE = '../../../apps/examples/src/react-app/page';

/** The settings by which a test page is built. */
export interface PageSettings {
  /**
   * The folder with the source of the page: for tests of forms, of results, or of tasks; or the
   * example of an app, which is built by its own configuration.
   */
  readonly folder: 'page' | 'result-page' | 'task-page' | 'example';
  /** The major version of React with which the page is built. */
  readonly react: 18 | 19;
  /** True leaves code out of the page that forms do not use. */
  readonly trims: boolean;
  /** A fault that is built into the page, to see whether a test finds it. Default: none. */
  readonly fault?: PlantedFault;
}

/** A fault as a change of the source of `@formwork/react`. */
export interface PlantedFault {
  /** The file, from the folder of the source. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/**
 * A built page as JSON: the names of its files with their bytes in base64, and the paths of its
 * modules.
 */
export interface WrittenPage {
  readonly files: readonly (readonly [string, string])[];
  readonly modules: readonly string[];
}

/** The packages that stand for React 18, the other version that `@formwork/react` supports. */
const REACT_18 = { 'react-dom': 'react-dom-18', react: 'react-18' };

/**
 * Builds a test page as an app would. `NODE_ENV` MUST be `production` or unset, because the test
 * runner's own mode makes React three times as large.
 */
export async function buildPage(settings: PageSettings): Promise<WrittenPage> {
  const { folder, react, trims, fault } = settings;
  const isExample = folder === 'example';
  const root = fileURLToPath(new URL(isExample ? EXAMPLE : folder, import.meta.url));
  const result = (await build({
    configFile: isExample && `${root}/vite.config.ts`,
    root,
    logLevel: 'silent',
    resolve: {
      conditions: ['module', 'browser', 'production', '@formwork/source'],
      alias: react === 18 ? toFiles(REACT_18) : {},
    },
    plugins: [...(trims ? [trimForms()] : []), ...(fault === undefined ? [] : [plant(fault)])],
    build: { write: false, target: 'es2023' },
  })) as Rolldown.RolldownOutput;
  const files = result.output.map((file): [string, string] => [
    file.fileName,
    Buffer.from(file.type === 'asset' ? file.source : file.code).toString('base64'),
  ]);
  const modules = result.output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  return { files, modules };
}

function plant({ file, from, to }: PlantedFault): Plugin {
  return {
    name: 'planted-fault',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith(`/packages/react/src/${file}`) ? code.replace(from, () => to) : null,
  };
}

/**
 * Maps names of packages to the folders of the packages that replace them, so that all importers
 * get the same copy.
 */
function toFiles(names: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { resolve } = createRequire(import.meta.url);
  return Object.fromEntries(
    Object.entries(names).map(([name, other]) => [name, dirname(resolve(`${other}/package.json`))]),
  );
}
