import type { Command } from 'commander';
import { addHeaderFlag } from '../remote/connect-options.ts';
import type { Console } from '../terminal/console.ts';
import { addCommonFlags } from './common-flags.ts';
import type { TypesFlags } from './run-types.ts';

/**
 * Adds the command `formwork types SRC`, which writes TypeScript types for an agent or a schema.
 */
export function defineTypes(program: Command, console: Console): void {
  const command = program
    .command('types')
    .description('generate TypeScript from schemas, an agent module or an agent')
    .argument('<source>', 'URL, folder of schemas, .json file, or module that exports an agent')
    .option('--out <file>', 'module to write (default: standard output)')
    .option('--check', 'write nothing; end with 1 if the module is not up to date')
    .option('--watch', 'write again whenever the source changes')
    .option('--force', 'write over a file that was not generated')
    .action(async (source: string, flags: TypesFlags) => {
      // Loaded here, because no other command needs the generator.
      const { runTypes } = await import('./run-types.ts');
      await runTypes(source, { flags, console });
    });
  addCommonFlags(addHeaderFlag(command), [
    'formwork types schemas --out src/schemas.types.ts',
    'formwork types https://agent.example --out src/contest-agent.ts',
    'formwork types src/agent.ts --out src/agent.types.ts --watch',
    'formwork types schemas --out src/schemas.types.ts --check',
  ]);
}
