import type { Command } from 'commander';
import { execFile } from 'node:child_process';
import { delimiter, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { createProject } from '../new/create-project.ts';
import { VENDOR } from '../new/vendored-packages.ts';
import { readVersion } from '../read-version.ts';
import type { Console } from '../terminal/console.ts';
import { toSafeJson, toSafeLine } from '../terminal/safe-text.ts';
import { toShellWord } from '../terminal/to-shell-word.ts';
import { addCommonFlags, type CommonFlags } from './common-flags.ts';

/** The major and minor version of the first Node that runs TypeScript without a build. */
const NEEDED = [22, 18] as const;

/** Adds the command `formwork new [dir]`, which makes a project. */
export function defineNew(program: Command, console: Console): void {
  const command = program
    .command('new')
    .description('write a project: an agent, its test, a Dockerfile, a README')
    .argument('[dir]', 'a new or empty folder', '.')
    .option('--from <folder>', 'use the packages that "npm run pack" has written there')
    .action(
      async (
        folder: string,
        {
          json,
          from,
        }: CommonFlags & {
          readonly from?: string;
        },
      ) => {
        const node = await readMachineNode();
        const bringsNode = node === undefined || !runsTypeScript(node);
        const files = await createProject(folder, {
          version: readVersion(),
          bringsNode,
          ...(from !== undefined && { from }),
        });
        if (json === true) {
          console.out(toSafeJson({ folder, files }));
          return;
        }
        const paths = files.map((file) => relative(process.cwd(), file));
        const isVendored = (path: string): boolean => path.endsWith('.tgz');
        const projectFiles = paths.filter((path) => !isVendored(path));
        console.out(projectFiles.map((path) => `  ${path}`).join('\n'));
        const count = paths.length - projectFiles.length;
        if (count > 0) {
          console.out(`  ${relative(process.cwd(), join(folder, VENDOR))}: ${count} packages`);
        }
        if (bringsNode) {
          console.out(
            `\nThe project brings Node 24, as it runs TypeScript: Node here is ${node === undefined ? 'missing' : toSafeLine(node)}.`,
          );
        }
        if (from === undefined) {
          console.out(
            '\nnpm would look for the packages of Formwork in its registry, where they are not yet: packages with these names there are not ours. Make the project with --from and the folder that "npm run pack" has written in a checkout.',
          );
        }
        // One command to a line, because PowerShell has no && before version 7.
        const enter = folder === '.' ? [] : [`cd ${toShellWord(folder)}`];
        console.out(['\nNext:', ...enter, 'npm install', 'npm run dev'].join('\n  '));
      },
    );
  addCommonFlags(command, [
    'formwork new my-agent',
    'formwork new',
    'formwork new ../my-agent --from packed',
  ]);
}

/**
 * Finds the version of the Node that would run the project, such as `20.20.2`; `undefined` if there
 * is none. Folders of a workspace's own tools are skipped, because the Node that runs this command
 * may come from there.
 */
async function readMachineNode(
  path: string = process.env['PATH'] ?? '',
): Promise<string | undefined> {
  const folders = path.split(delimiter).filter((folder) => !/[\\/]node_modules[\\/]/u.test(folder));
  try {
    const env = { ...process.env, PATH: folders.join(delimiter) };
    const { stdout } = await promisify(execFile)('node', ['--version'], { env, timeout: 5_000 });
    return stdout.trim().replace(/^v/u, '');
  } catch {
    return undefined;
  }
}

/** True if this version of Node runs TypeScript. */
function runsTypeScript(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}
