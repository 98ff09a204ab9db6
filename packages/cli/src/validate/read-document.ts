import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { CliError } from '../errors/cli-error.ts';
import { UsageError } from '../errors/usage-error.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { toReason } from '../input/read-json-source.ts';
import { isUrl } from './list-sources.ts';

/** A document that is fetched may have so many bytes. */
const MAX_BYTES = 67_108_864;
/** It has to be there after so many milliseconds. */
const FETCH_MS = 30_000;
/** Where an agent has its card (A2A, section 8.2). */
const CARD_PATH = '/.well-known/agent-card.json';

/**
 * The bytes of a document: a file, a URL, or `-` for standard input. A URL without a path is an
 * agent, whose card is fetched.
 *
 * @throws UsageError, CliError
 */
export async function readDocument(
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
      `Cannot read ${JSON.stringify(source)} as it must be a file that can be read: ${toReason(cause)}`,
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
      `Cannot fetch as the source must be an http or https URL: current value is ${JSON.stringify(source)}`,
    );
  }
  if (url.pathname === '/' && url.search === '') url.pathname = CARD_PATH;
  try {
    const response = await fetch(url, {
      // As clients ask for cards: agents that have both then answer with that of 1.0.
      headers: { accept: 'application/json', 'a2a-version': '1.0', ...headers },
      signal: AbortSignal.timeout(FETCH_MS),
    });
    if (!response.ok) throw new Error(`the status is ${response.status}`);
    return await readBounded(response);
  } catch (cause) {
    throw new CliError(`Cannot fetch ${url.href}: ${toFetchReason(cause)}`, {
      exitCode: EXIT_CODES.unreachable,
      cause,
    });
  }
}

async function readBounded({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`it must have at most ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What `fetch` says of a connection stands in its cause. */
function toFetchReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
