import type { DocumentForm, FormChoice, PlacedProblem } from '@formwork/documents';
import { nameAddress } from '@formwork/schema/internal';
import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { CliError, UsageError } from '../errors/errors.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { toReason } from '../input/read-json-source.ts';
import { addHeaderFlag, toHeaders } from '../remote/connect-options.ts';
import type { Console } from '../terminal/console.ts';
import { toSafeJson, toSafeLine } from '../terminal/safe-text.ts';
import type { CheckedDocument } from '../validate/check-document.ts';
import { addCommonFlags, type CommonFlags } from './common-flags.ts';

/** The highest number of documents that one run checks. */
const MAX_SOURCES = 10_000;

/** The size of the largest document that is fetched, in bytes. */
const MAX_BYTES = 67_108_864;

/** The longest time that fetching a document may take, in milliseconds. */
const FETCH_MS = 30_000;

/** The most redirects that are followed to a document. */
const MAX_REDIRECTS = 3;

/** The path of an agent's card (A2A, section 8.2). */
const CARD_PATH = '/.well-known/agent-card.json';

interface ValidateFlags extends CommonFlags {
  readonly as?: string;
  readonly dialect?: string;
  readonly agent?: string;
  readonly header?: readonly string[];
}

/** A checked document with its name: its path, its URL or `standard input`. */
interface NamedDocument extends CheckedDocument {
  readonly name: string;
}

/** Adds the command `formwork validate SOURCE...`, which checks documents. */
export function defineValidate(program: Command, console: Console): void {
  const command = program
    .command('validate')
    .description('check JSON documents of any dialect; tells line and column of what is wrong')
    .argument('<sources...>', 'files, patterns, URLs; - is standard input')
    .option(
      '--as <name>',
      'card, message, task, event, request, ..., schema, a schema file, or a schema by its name (default: found out)',
    )
    .option('--dialect <name>', 'such as a2a/v1.0, 0.3, messages or sessions (default: found out)')
    .option('--agent <url>', 'check tagged parts against the schemas of this agent')
    .action(async (sources: readonly string[], flags: ValidateFlags) =>
      runValidate(sources, flags, console),
    );
  addCommonFlags(addHeaderFlag(command), [
    'formwork validate agent-card.json',
    'formwork validate https://agent.example',
    'formwork validate "messages/**/*.json" --dialect a2a/v1.0',
    'formwork validate message.json --as message --agent http://127.0.0.1:4100',
    'formwork validate input.json --as schemas/fight-comparison.json',
    'formwork validate schemas/fight-comparison.json --as schema',
  ]);
}

async function runValidate(
  paths: readonly string[],
  { as, dialect: dialectName, agent: url, header, json }: ValidateFlags,
  console: Console,
): Promise<void> {
  // Loaded here, because the schemas are large and no other command needs them.
  const { checkDocument, openAgent } = await import('../validate/check-document.ts');
  const { parseDialect } = await import('../validate/check-document.ts');
  const dialect: FormChoice['dialect'] =
    dialectName === undefined ? undefined : parseDialect(dialectName);
  const headers = toHeaders(header);
  const sources = await listSources(paths);
  const agent = await openAgent(url);
  const documents: NamedDocument[] = [];
  for (const source of sources) {
    const name = source === '-' ? 'standard input' : source;
    const bytes = await readDocument(source, headers);
    const document = { name, ...(await checkDocument(bytes, { as, dialect, agent })) };
    documents.push(document);
    if (json !== true) print(document, console);
  }
  const wrong = documents.filter(({ problems }) => problems.length > 0);
  if (json === true) {
    console.out(toSafeJson({ valid: wrong.length === 0, documents: documents.map(toJson) }));
  }
  if (wrong.length > 0) throw createError(documents, wrong, as);
}

function print(document: NamedDocument, { out, err, paint, paintErr }: Console): void {
  const { name, form, companion, alternatives, problems, warnings } = document;
  const toLine = ({ line, column, pointer, message, suggestion }: PlacedProblem): string => {
    const prefix = pointer === '' ? '' : `${pointer} `;
    const advice = suggestion === undefined ? '' : ` (${suggestion})`;
    return toSafeLine(`${name}:${line}:${column}: ${prefix}${message}${advice}`);
  };
  for (const warning of warnings) {
    err(`Warning: ${toLine(warning)}`);
    if (warning.schema !== undefined) err(paintErr('dim', `  ${toSafeLine(warning.schema)}`));
  }
  if (problems.length === 0) {
    const forms = form === undefined ? [] : [form, ...alternatives];
    const names = forms
      .map((candidate) => toFormName(candidate, candidate === form ? companion : undefined))
      .join(', or ');
    out(`${toSafeLine(name)}: ${paint('green', 'valid')}${names === '' ? '' : ` (${names})`}`);
  }
  for (const problem of problems) {
    out(toLine(problem));
    if (problem.schema !== undefined) out(paint('dim', `  ${toSafeLine(problem.schema)}`));
  }
}

/**
 * Returns the name of a document's form, such as `a2a/v1.0 card`, or `a2a/v1.0 and a2a/v0.3 card`
 * for a card that carries both versions.
 */
function toFormName({ dialect, kind }: DocumentForm, companion?: DocumentForm): string {
  const dialects = companion === undefined ? [dialect] : [dialect, companion.dialect];
  return `${dialects.toSorted().toReversed().join(' and ')} ${kind}`;
}

function toJson({
  name,
  form,
  companion,
  alternatives,
  problems,
  warnings,
}: NamedDocument): object {
  return {
    file: name,
    ...(form && { dialect: form.dialect, kind: form.kind, schema: form.schema }),
    ...(companion && {
      companion: { dialect: companion.dialect, kind: companion.kind, schema: companion.schema },
    }),
    ...(alternatives.length > 0 && {
      others: alternatives.map(({ dialect, kind, schema }) => ({ dialect, kind, schema })),
    }),
    valid: problems.length === 0,
    problems,
    warnings,
  };
}

function createError(
  documents: readonly NamedDocument[],
  wrong: readonly NamedDocument[],
  as: string | undefined,
): CliError {
  const total = wrong.reduce((sum, { problems }) => sum + problems.length, 0);
  const count = total === 1 ? '1 problem' : `${total} problems`;
  const [first] = wrong;
  const form = first?.form;
  const formName = as ?? (form === undefined ? 'a document' : toFormName(form, first?.companion));
  const subject =
    documents.length === 1
      ? `${first?.name ?? ''} as ${formName}`
      : `${wrong.length} of ${documents.length} documents`;
  const hint = documents.length === 1 && first?.hint !== undefined ? ` ${first.hint}` : '';
  return new CliError(`Cannot pass ${subject}: ${count}.${hint}`, {
    exitCode: EXIT_CODES.invalid,
  });
}

/**
 * Reads the bytes of a document: a file, a URL, or `-` for standard input. For a URL without a
 * path, the agent's card there is fetched.
 *
 * @throws UsageError, CliError
 */
async function readDocument(
  source: string,
  headers: Readonly<Record<string, string>>,
): Promise<Uint8Array> {
  if (source === '-') return buffer(process.stdin);
  if (isUrl(source)) return fetchDocument(source, headers);
  if (/\.[cm]?[jt]sx?$/u.test(source)) {
    throw new UsageError(
      `Cannot validate ${JSON.stringify(source)} because it is a module and documents are JSON. Serve the agent, which checks its definition, and validate its card: formwork dev ${source}, then formwork validate http://127.0.0.1:4100`,
    );
  }
  try {
    return await readFile(source);
  } catch (cause) {
    throw new UsageError(
      `Cannot read ${JSON.stringify(source)} because it must be a file that can be read: ${toReason(cause)}`,
      { cause },
    );
  }
}

async function fetchDocument(
  source: string,
  headers: Readonly<Record<string, string>>,
): Promise<Uint8Array> {
  const url = URL.parse(source);
  if (url === null) {
    throw new UsageError(
      `Cannot fetch because the source must be an http or https URL: current value is ${JSON.stringify(source)}`,
    );
  }
  if (url.pathname === '/' && url.search === '') url.pathname = CARD_PATH;
  try {
    const response = await follow(url, headers);
    if (!response.ok) throw new Error(`the status is ${response.status}`);
    const { readBounded } = await import('@formwork/network');
    const bytes = await readBounded(response.body, MAX_BYTES);
    if (bytes === undefined) throw new Error(`it must have at most ${MAX_BYTES} bytes`);
    return bytes;
  } catch (cause) {
    throw new CliError(`Cannot fetch ${nameAddress(url)}: ${toFetchReason(cause)}`, {
      exitCode: EXIT_CODES.unreachable,
      cause,
    });
  }
}

/** Fetches a URL and follows redirects; the headers of `--header` stay with the origin they are for. */
async function follow(start: URL, headers: Readonly<Record<string, string>>): Promise<Response> {
  const signal = AbortSignal.timeout(FETCH_MS);
  let url = start;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await fetch(url, {
      // Asks like a client, so that an agent with both versions returns the card of 1.0.
      headers: {
        accept: 'application/json',
        'a2a-version': '1.0',
        ...(url.origin === start.origin && headers),
      },
      redirect: 'manual',
      signal,
    });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    url = new URL(location, url);
  }
  throw new Error(`it must be found after at most ${MAX_REDIRECTS} redirects`);
}

/** Returns the reason of a failed fetch, which for connections is in the cause of its error. */
function toFetchReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** True for a source that is a URL, and is fetched. */
function isUrl(source: string): boolean {
  return /^https?:\/\//iu.test(source);
}

/**
 * Lists the files, URLs and `-` that the command line names, each once, with patterns replaced by
 * the files that they match.
 *
 * @throws UsageError if a pattern matches nothing.
 */
async function listSources(paths: readonly string[]): Promise<readonly string[]> {
  const lists = await Promise.all(paths.map(expand));
  const sources = [...new Set(lists.flat())];
  if (sources.length <= MAX_SOURCES) return sources;
  throw new UsageError(
    `Cannot validate because there must be at most ${MAX_SOURCES} documents: current value is ${sources.length}`,
  );
}

async function expand(source: string): Promise<readonly string[]> {
  if (source === '-' || isUrl(source) || existsSync(source)) return [source];
  const { glob, isDynamicPattern } = await import('tinyglobby');
  // Backslashes part the names of paths on Windows, and would quote in a pattern.
  const pattern = sep === '\\' ? source.replaceAll('\\', '/') : source;
  if (!isDynamicPattern(pattern)) return [source];
  const files = await glob(pattern.replaceAll('\\', '/'), { onlyFiles: true });
  if (files.length > 0) return files.toSorted();
  throw new UsageError(
    `Cannot validate because the pattern must match a file: current value is ${JSON.stringify(source)}`,
  );
}
