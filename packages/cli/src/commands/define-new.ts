import type { Command } from 'commander';
import { relative } from 'node:path';
import { createProject } from '../new/create-project.ts';
import { readVersion } from '../read-version.ts';
import type { Console } from '../terminal/console.ts';
import { toSafeJson } from '../terminal/to-safe-text.ts';
import { toShellWord } from '../terminal/to-shell-word.ts';
import { addCommonFlags, type CommonFlags } from './common-flags.ts';

/** `formwork new [dir]` */
export function defineNew(program: Command, console: Console): void {
  const command = program
    .command('new')
    .description('write a project: an agent, its test, a Dockerfile, a README')
    .argument('[dir]', 'a new or empty folder', '.')
    .action(async (folder: string, { json }: CommonFlags) => {
      const files = await createProject(folder, { version: readVersion() });
      if (json === true) {
        console.out(toSafeJson({ folder, files }));
        return;
      }
      console.out(files.map((file) => `  ${relative(process.cwd(), file)}`).join('\n'));
      const enter = folder === '.' ? '' : `cd ${toShellWord(folder)} && `;
      console.out(`\nNext: ${enter}npm install && npm run dev`);
    });
  addCommonFlags(command, ['formwork new my-agent', 'formwork new']);
}
