import { InvalidArgumentError, Option, type Command } from 'commander';
import { UsageError } from '../../errors/errors.ts';
import { collect } from '../../input/flag-values.ts';
import { assertAddress, addRemoteFlags } from '../../remote/connect-options.ts';
import type { Console } from '../../terminal/console.ts';
import { toExamples } from '../common-flags.ts';
import type { CallFlags } from './call-request.ts';

const EXAMPLES = [
  'formwork call http://127.0.0.1:4100 fight-comparison --a Lion --b Tiger',
  'formwork call http://127.0.0.1:4100 fight-comparison --help',
  'formwork call https://agent.example expense-report --items.0.amount 12.5 --items.0.currency EUR',
  'echo \'{"a":"Lion","b":"Tiger"}\' | formwork call https://agent.example fight-comparison --json -',
  'formwork call https://agent.example chat "What can you do?"',
  'formwork call https://agent.example chat "Draw a lion" --save pictures',
  'formwork call https://agent.example chat "What is this?" --file photo.png',
  'formwork call https://agent.example "What can you do?"',
];

/** Adds the command `formwork call URL SKILL`, which calls a skill of an agent. */
export function defineCall(program: Command, console: Console): void {
  const command = program
    .command('call')
    .description('call a skill; its schema makes the flags')
    .argument('[url]', 'URL of the agent, or of its card')
    .argument('[skill]', 'id of the skill; left out for an agent that lists none')
    .argument('[input...]', 'flags of the skill, or text for a skill that takes text')
    .allowUnknownOption()
    .helpOption(false)
    .option('--json <file>', 'input as JSON; - is standard input; flags are put on top of it')
    .option('--file <path>', 'sends a file along; may be repeated', collect)
    .option('--schema <name>', 'which input, if the skill has several')
    .addOption(
      new Option(
        '--output <format>',
        'how to print the result (default: table on a terminal)',
      ).choices(['table', 'json']),
    )
    .option('--save <folder>', 'write the files of the result into a folder')
    .option('--answer <text or json>', 'answers a question; may be repeated', collect)
    .option('--task <id>', 'go on with a task that was begun before')
    .option('--timeout <seconds>', 'how long to wait at most', parseSeconds)
    .option('--no-ask', 'ask nothing, also on a terminal')
    .option('--no-check', 'send and take data unchecked')
    .option('--verbose', 'show where an error comes from')
    .option('-h, --help', 'show this help; after URL and SKILL, the flags of the skill')
    .addHelpText(
      'after',
      `\nA flag of the skill that this command has as well goes behind --:\n  $ formwork call URL SKILL -- --output paper\n${toExamples(EXAMPLES)}`,
    )
    .action(
      // oxlint-disable-next-line max-params -- one for each argument, as commander gives them
      async (
        url: string | undefined,
        skillId: string | undefined,
        words: readonly string[],
        flags: CallFlags,
      ) => {
        if (flags.help === true && (url === undefined || skillId === undefined)) {
          command.outputHelp();
          return;
        }
        if (url === undefined || [url, skillId ?? ''].some(isFlag)) {
          throw new UsageError(
            'Cannot call because URL and SKILL must come first: formwork call URL SKILL --flags. formwork inspect URL lists the skills.',
          );
        }
        assertAddress(url);
        if (flags.help === true && skillId !== undefined) {
          const { printSkillHelp } = await import('./print-skill-help.ts');
          const commandFlags = new Set(command.options.flatMap(({ long }) => long ?? []));
          await printSkillHelp({ url, skillId, flags, commandFlags }, console);
          return;
        }
        const { runCall } = await import('./run-call.ts');
        const skillField = skillId === undefined ? {} : { skillId };
        await runCall({ url, ...skillField, words, flags }, console);
      },
    );
  addRemoteFlags(command);
}

function isFlag(text: string): boolean {
  return text.startsWith('-');
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 2_000_000) return seconds;
  throw new InvalidArgumentError('It must be a number of seconds above 0, at most 2000000.');
}
