import { Option, type Command } from 'commander';
import { CliError } from '../errors/cli-error.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { parseJsonText } from '../input/parse-json-text.ts';
import { readSource } from '../input/read-json-source.ts';
import type { Console } from '../terminal/console.ts';
import { toSafeJson, toSafeLine } from '../terminal/to-safe-text.ts';
import { checkDocument, type Finding } from '../validate/check-document.ts';
import { findPosition } from '../validate/find-position.ts';
import type { DocumentVersion } from '../validate/a2a-schemas.ts';
import { addCommonFlags, type CommonFlags } from './common-flags.ts';

interface ValidateFlags extends CommonFlags {
  readonly as: string;
  readonly a2a?: DocumentVersion;
  readonly agent?: string;
}

interface PlacedFinding extends Finding {
  readonly line: number;
  readonly column: number;
}

/** `formwork validate FILE --as NAME` */
export function defineValidate(program: Command, console: Console): void {
  const command = program
    .command('validate')
    .description('check a JSON document; tells line and column of what is wrong')
    .argument('<file>', 'JSON file; - is standard input')
    .requiredOption(
      '--as <name>',
      'card, message, task, part, schema, a schema file, or a schema by its name',
    )
    .addOption(
      new Option('--a2a <version>', 'version of A2A (default: what it looks like)').choices([
        '1.0',
        '0.3',
      ]),
    )
    .option('--agent <url>', 'check tagged parts against the schemas of this agent')
    .action(async (file: string, flags: ValidateFlags) => runValidate(file, flags, console));
  addCommonFlags(command, [
    'formwork validate agent-card.json --as card',
    'formwork validate message.json --as message --agent http://127.0.0.1:4100',
    'formwork validate input.json --as schemas/fight-comparison.json',
    'formwork validate input.json --as fightComparison --agent https://agent.example',
    'formwork validate schemas/fight-comparison.json --as schema',
  ]);
}

async function runValidate(
  file: string,
  { as, a2a: version, agent, json }: ValidateFlags,
  console: Console,
): Promise<void> {
  const name = file === '-' ? 'standard input' : file;
  const findings = await findAll(await readSource(file), { as, version, agent });
  if (json === true) {
    console.out(toSafeJson({ file: name, as, valid: findings.length === 0, problems: findings }));
  } else if (findings.length === 0) {
    console.out(`${name}: ${console.paint('green', 'valid')}`);
  } else {
    for (const { line, column, pointer, message } of findings) {
      const place = pointer === '' ? '' : `${pointer} `;
      console.out(toSafeLine(`${name}:${line}:${column}: ${place}${message}`));
    }
  }
  if (findings.length === 0) return;
  const count = findings.length === 1 ? '1 problem' : `${findings.length} problems`;
  throw new CliError(`Cannot pass ${name} as ${as}: ${count}.`, { exitCode: EXIT_CODES.invalid });
}

async function findAll(
  source: string,
  request: Parameters<typeof checkDocument>[1],
): Promise<readonly PlacedFinding[]> {
  const parsed = parseJsonText(source);
  if (parsed.kind === 'broken') {
    const { message, line, column } = parsed;
    return [{ pointer: '', message: `must be JSON: ${message}`, line, column }];
  }
  const findings = await checkDocument(parsed.value, request);
  return findings.map((finding) => ({
    pointer: finding.pointer,
    message: finding.message,
    ...findPosition(parsed, finding.pointer),
  }));
}
