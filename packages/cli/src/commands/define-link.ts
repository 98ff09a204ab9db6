import type { Json } from '@formwork/schema';
import type { Command } from 'commander';
import { readFile } from 'node:fs/promises';
import { CliError, UsageError } from '../errors/errors.ts';
import { collect } from '../input/flag-values.ts';
import type { Console } from '../terminal/console.ts';
import { toSafeJson } from '../terminal/safe-text.ts';
import { addCommonFlags, type CommonFlags } from './common-flags.ts';

/** The flags of `formwork link`. */
interface LinkFlags extends CommonFlags {
  readonly set?: readonly string[];
  readonly prefill?: readonly string[];
  readonly expires?: string;
  readonly once?: boolean;
  readonly secretFile?: string;
}

/** Milliseconds of the units of time. */
const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Adds the command `formwork link URL`, which makes links to public forms, and sends nothing. */
export function defineLink(program: Command, console: Console): void {
  const command = program
    .command('link')
    .description('make a link to a public form, with values that are filled in or fixed')
    .argument(
      '<form>',
      'the address of the form, such as https://agent.example/forms/expense-report',
    )
    .option('--prefill <name=value>', 'a value that the visitor may change; repeatable', collect)
    .option('--set <name=value>', 'a value that nobody can change; repeatable; signed', collect)
    .option('--expires <time>', 'the time for which the link is valid, such as 12h or 7d; signed')
    .option('--once', 'let the link be used for one submission; signed')
    .option(
      '--secret-file <file>',
      'a file with the secret that signs links (default: the environment variable FORMWORK_LINK_SECRET)',
    )
    .action(async (form: string, flags: LinkFlags) => {
      const link = await createLink(form, flags);
      if (flags.json === true) console.out(toSafeJson({ link }));
      else console.out(link);
    });
  addCommonFlags(command, [
    'formwork link https://agent.example/forms/expense-report --prefill currency=EUR',
    'formwork link https://agent.example/forms/expense-report --set employee=Ada --expires 7d --once',
  ]);
}

async function createLink(form: string, flags: LinkFlags): Promise<string> {
  const { createFormLink } = await import('@formwork/embed');
  const prefill = readValues(flags.prefill, '--prefill');
  const isSigned = flags.set !== undefined || flags.expires !== undefined || flags.once === true;
  const url = URL.parse(form);
  if (url === null || !/^https?:$/u.test(url.protocol)) {
    throw new UsageError(
      'Cannot make the link because the form must have an http or https address, such as https://agent.example/forms/expense-report.',
    );
  }
  url.hash = '';
  const fragment = new URLSearchParams();
  if (isSigned) {
    // Flags are read before the secret, so that a wrong one is reported first.
    const signing = {
      values: readValues(flags.set, '--set'),
      ...(flags.expires !== undefined && { expiresAt: readExpiry(flags.expires) }),
      once: flags.once === true,
    };
    const secret = await readSecret(flags.secretFile);
    const signed = createFormLink(url.href, { ...signing, secret });
    fragment.set('link', new URLSearchParams(new URL(signed).hash.slice(1)).get('link') ?? '');
  }
  if (Object.keys(prefill).length > 0) fragment.set('values', JSON.stringify(prefill));
  url.hash = fragment.toString();
  return url.href;
}

/** Reads `name=value` flags; a value that is JSON counts as such, and anything else as text. */
function readValues(
  assignments: readonly string[] = [],
  flag: string,
): Readonly<Record<string, Json>> {
  const entries = assignments.map((text): [string, Json] => {
    const at = text.indexOf('=');
    if (at < 1) {
      throw new UsageError(
        `Cannot make the link because ${flag} must be a name and a value, such as currency=EUR: current value is ${JSON.stringify(text.slice(0, 100))}.`,
      );
    }
    return [text.slice(0, at), parseValue(text.slice(at + 1))];
  });
  return Object.fromEntries(entries);
}

function parseValue(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function readExpiry(text: string): Date {
  const { count, unit } = /^(?<count>\d{1,5})(?<unit>[mhd])$/u.exec(text)?.groups ?? {};
  if (count === undefined || Number(count) === 0) {
    throw new UsageError(
      `Cannot make the link because --expires must be a time such as 30m, 12h or 7d: current value is ${JSON.stringify(text.slice(0, 100))}.`,
    );
  }
  return new Date(Date.now() + Number(count) * UNITS[unit as keyof typeof UNITS]);
}

async function readSecret(file: string | undefined): Promise<string> {
  const { FORMWORK_LINK_SECRET: variable = '' } = process.env;
  const text = file === undefined ? variable : await readSecretFile(file);
  const [secret = ''] = text.trim().split('\n');
  if (secret.length >= 32) return secret;
  throw new UsageError(
    `Cannot sign the link because its secret must have 32 characters or more, in --secret-file or FORMWORK_LINK_SECRET: current value has ${secret.length}.`,
  );
}

async function readSecretFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'an error';
    throw new CliError(`Cannot read the secret in ${file}: current outcome is ${code}.`, {
      cause: error,
    });
  }
}
