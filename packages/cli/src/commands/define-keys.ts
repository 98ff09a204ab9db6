import type { Command } from 'commander';
import { CliError } from '../errors/errors.ts';
import type { Console } from '../terminal/console.ts';
import { toSafeJson } from '../terminal/safe-text.ts';
import { addCommonFlags, toExamples, type CommonFlags } from './common-flags.ts';

/** Adds the command `formwork keys new FILE`, which makes a key that signs cards. */
export function defineKeys(program: Command, console: Console): void {
  const keys = program.command('keys').description('make the keys that sign the cards of an agent');
  const command = keys
    .command('new')
    .description('write a new private key to a file that only you can read')
    .argument('<file>', 'the file; it must not exist')
    .action(async (file: string, { json }: CommonFlags) => {
      const { writeKeyFile } = await import('@formwork/trust/files');
      const kid = await writeNewKey(file, writeKeyFile);
      if (json === true) console.out(toSafeJson({ file, kid }));
      else console.out(`The key ${kid} is in ${file}. Sign with it: formwork start --sign ${file}`);
    });
  const examples = ['formwork keys new card-key.json'];
  addCommonFlags(command, examples);
  keys.addHelpText('after', toExamples(examples));
}

async function writeNewKey(
  file: string,
  write: (file: string) => Promise<{ readonly kid: string }>,
): Promise<string> {
  try {
    return (await write(file)).kid;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'an error';
    throw new CliError(
      `Cannot write the key to ${file} because it must be a new file in a folder that you may write to: current outcome is ${code}.`,
      { cause: error },
    );
  }
}
