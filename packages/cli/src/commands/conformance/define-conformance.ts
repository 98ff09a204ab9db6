import type { ConformanceOptions, ConformanceReport } from '@formwork/conformance';
import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { InvalidArgumentError, type Command } from 'commander';
import { writeFile } from 'node:fs/promises';
import { CliError, UsageError } from '../../errors/errors.ts';
import { EXIT_CODES } from '../../exit-codes.ts';
import { collect } from '../../input/flag-values.ts';
import { readJsonSource, toReason } from '../../input/read-json-source.ts';
import {
  addRemoteFlags,
  assertAddress,
  toConnectOptions,
  type RemoteFlags,
} from '../../remote/connect-options.ts';
import type { Console } from '../../terminal/console.ts';
import { toSafeJson } from '../../terminal/safe-text.ts';
import { addCommonFlags, type CommonFlags } from '../common-flags.ts';

interface ConformanceFlags extends CommonFlags, RemoteFlags {
  readonly skill?: readonly string[];
  readonly calls: boolean;
  readonly input?: string;
  readonly junit?: string;
  readonly timeout?: number;
}

/** Adds the command `formwork conformance URL`, which checks an agent by the specifications. */
export function defineConformance(program: Command, console: Console): void {
  const command = program
    .command('conformance')
    .description(
      'check any agent by the rules of A2A and its extensions; ends with 1 if a MUST fails',
    )
    .argument('<url>', 'URL of the agent, or of its card')
    .option('--skill <id>', 'call only this skill; may be repeated', collect)
    .option('--no-calls', 'check the card only, and call nothing')
    .option('--input <file>', 'JSON object of inputs to send, by schema or skill; - for stdin')
    .option('--junit <file>', 'also write the report as JUnit XML')
    .option('--timeout <seconds>', 'longest time of one request (default: 30)', parseSeconds)
    .action(async (url: string, flags: ConformanceFlags) => {
      assertAddress(url);
      const options = await toOptions(url, flags);
      const { checkConformance, toJUnit } = await import('@formwork/conformance');
      const report = await checkConformance(url, options);
      if (flags.junit !== undefined) await write(flags.junit, toJUnit(report));
      if (flags.json === true) console.out(toSafeJson(report));
      else {
        const { formatConformance } = await import('./format-conformance.ts');
        console.out(formatConformance(report, console));
      }
      if (!report.holds) throw toFailure(report);
    });
  addCommonFlags(addRemoteFlags(command), [
    'formwork conformance http://127.0.0.1:4100',
    'formwork conformance https://agent.example --skill echo --junit conformance.xml',
    'formwork conformance https://agent.example --no-calls --json',
    'formwork conformance https://agent.example --header "Authorization: Bearer $TOKEN"',
  ]);
}

async function toOptions(url: string, flags: ConformanceFlags): Promise<ConformanceOptions> {
  const { headers = {} } = toConnectOptions(url, flags);
  const headerFields = typeof headers === 'function' ? await headers({ refused: false }) : headers;
  return {
    headers: Object.fromEntries(new Headers(headerFields)),
    calls: flags.calls,
    ...(flags.trust !== undefined && { trustedOrigins: flags.trust }),
    ...(flags.skill !== undefined && { skills: flags.skill }),
    ...(flags.input !== undefined && { inputs: await readInputs(flags.input) }),
    ...(flags.timeout !== undefined && { timeoutMs: flags.timeout * 1000 }),
  };
}

async function readInputs(source: string): Promise<Readonly<Record<string, Json>>> {
  const inputs = await readJsonSource(source, { isExact: true });
  if (isRecord(inputs)) return inputs as Readonly<Record<string, Json>>;
  throw new CliError(
    'Cannot use the inputs because --input must name a JSON object with an input for each schema or skill.',
    { exitCode: EXIT_CODES.invalid },
  );
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (cause) {
    throw new UsageError(
      `Cannot write ${JSON.stringify(file)} because --junit must be a file that can be written: ${toReason(cause)}`,
      { cause },
    );
  }
}

function toFailure({ checks, summary }: ConformanceReport): CliError {
  const ids = new Set(checks.filter(({ state }) => state === 'fail').map(({ rule }) => rule.id));
  const times = summary.fail === 1 ? 'once' : `${summary.fail} times`;
  return new CliError(
    `Cannot pass because the agent breaks a MUST ${times}: ${[...ids].join(', ')}.`,
  );
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (/^\d+(?:\.\d+)?$/u.test(text) && seconds > 0 && seconds <= 3_600) return seconds;
  throw new InvalidArgumentError('It must be a number of seconds above 0, and at most 3600.');
}
