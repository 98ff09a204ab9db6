import { Option, type Command } from 'commander';
import { CliError } from '../errors/cli-error.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { findInexactNumber } from '../input/inexact-number.ts';
import { parseJsonText } from '../input/parse-json-text.ts';
import { readSource } from '../input/read-json-source.ts';
import type { Console } from '../terminal/console.ts';
import { toSafeJson, toSafeLine } from '../terminal/to-safe-text.ts';
import { checkDocument } from '../validate/check-document.ts';
import { findPosition } from '../validate/find-position.ts';
import type { Finding } from '../validate/finding.ts';
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
  const { findings, warnings, hint } = await checkSource(await readSource(file), {
    as,
    version,
    agent,
  });
  const valid = findings.length === 0;
  const toLine = ({ line, column, pointer, message }: PlacedFinding): string =>
    toSafeLine(`${name}:${line}:${column}: ${pointer === '' ? '' : `${pointer} `}${message}`);
  if (json === true) {
    console.out(toSafeJson({ file: name, as, valid, problems: findings, warnings }));
  } else {
    for (const warning of warnings) console.err(`Warning: ${toLine(warning)}`);
    if (valid) console.out(`${name}: ${console.paint('green', 'valid')}`);
    for (const finding of findings) console.out(toLine(finding));
  }
  if (valid) return;
  const count = findings.length === 1 ? '1 problem' : `${findings.length} problems`;
  throw new CliError(
    `Cannot pass ${name} as ${as}: ${count}.${hint === undefined ? '' : ` ${hint}`}`,
    { exitCode: EXIT_CODES.invalid },
  );
}

interface CheckedSource {
  readonly findings: readonly PlacedFinding[];
  readonly warnings: readonly PlacedFinding[];
  readonly hint?: string;
}

async function checkSource(
  source: string,
  request: Parameters<typeof checkDocument>[1],
): Promise<CheckedSource> {
  const parsed = parseJsonText(source);
  if (parsed.kind === 'broken') {
    const { message, line, column } = parsed;
    const finding = { pointer: '', message: `must be JSON: ${message}`, line, column };
    return { findings: [finding], warnings: [] };
  }
  const toPlaced = ({ pointer, message }: Finding): PlacedFinding => ({
    pointer,
    message,
    ...findPosition(parsed, pointer),
  });
  const { findings, warnings, hint } = await checkDocument(parsed.value, request);
  const inexact = findInexactNumber(parsed.tree, parsed.text);
  const changed: readonly Finding[] =
    inexact === undefined
      ? []
      : [
          {
            pointer: inexact.pointer,
            message: `must be a number that JavaScript holds exactly but is ${inexact.text}`,
          },
        ];
  // The limits in a schema may be those of larger numbers, and rounding them changes little.
  const isData = request.as !== 'schema' && request.as !== 'card';
  return {
    findings: [...findings, ...(isData ? changed : [])].map(toPlaced),
    warnings: [...warnings, ...(isData ? [] : changed)].map(toPlaced),
    ...(hint !== undefined && { hint }),
  };
}
