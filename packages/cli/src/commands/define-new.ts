import type { Command } from 'commander';
import { join, relative } from 'node:path';
import { createProject } from '../new/create-project.ts';
import { readMachineNode, runsTypeScript } from '../new/machine-node.ts';
import { VENDOR } from '../new/vendored-packages.ts';
import { readVersion } from '../read-version.ts';
import type { Console } from '../terminal/console.ts';
import { toSafeJson, toSafeLine } from '../terminal/to-safe-text.ts';
import { toShellWord } from '../terminal/to-shell-word.ts';
import { addCommonFlags, type CommonFlags } from './common-flags.ts';

interface NewFlags extends CommonFlags {
  readonly from?: string;
}

/** `formwork new [dir]` */
export function defineNew(program: Command, console: Console): void {
  const command = program
    .command('new')
    .description('write a project: an agent, its test, a Dockerfile, a README')
    .argument('[dir]', 'a new or empty folder', '.')
    .option('--from <folder>', 'use the packages that "npm run pack" has written there')
    .action(async (folder: string, { json, from }: NewFlags) => {
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
      const own = paths.filter((path) => !isVendored(path));
      console.out(own.map((path) => `  ${path}`).join('\n'));
      const count = paths.length - own.length;
      if (count > 0) {
        console.out(`  ${relative(process.cwd(), join(folder, VENDOR))}: ${count} packages`);
      }
      if (bringsNode) {
        console.out(
          `\nThe project brings Node 24, as it runs TypeScript: Node here is ${node === undefined ? 'missing' : toSafeLine(node)}.`,
        );
      }
      const enter = folder === '.' ? '' : `cd ${toShellWord(folder)} && `;
      console.out(`\nNext: ${enter}npm install && npm run dev`);
    });
  addCommonFlags(command, [
    'formwork new my-agent',
    'formwork new',
    'formwork new ../my-agent --from packed',
  ]);
}
