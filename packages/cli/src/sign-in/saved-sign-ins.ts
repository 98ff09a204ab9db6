import type { HeadersHook } from '@formwork/client';
import type { Tokens } from '@formwork/client/sign-in';
import { isRecord } from '@formwork/schema/json';
import {
  readPrivateFile,
  withFileLock,
  writePrivateFile,
  type PrivateFile,
} from '@formwork/trust/files';
import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '../errors/errors.ts';
import { findConfigFolder, tightenConfigFolder } from '../save/folders.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the path of the file with the tokens of saved sign-ins, which only its owner can read.
 */
export function findSignInFile(env: Environment = process.env): string {
  const envFile = env['FORMWORK_SIGN_INS'];
  if (envFile !== undefined && envFile !== '') return envFile;
  return join(findConfigFolder(env), 'sign-ins.json');
}

/**
 * Reads the saved tokens for the agents at an origin; `undefined` if there is no sign-in.
 */
function readSignIn(url: string, file: string = findSignInFile()): Tokens | undefined {
  if (!URL.canParse(url)) return undefined;
  const tokens = readAll(file)[new URL(url).origin];
  return isTokens(tokens) ? tokens : undefined;
}

/** Saves tokens for the agents at an origin, in place of earlier ones. */
export async function saveSignIn(
  url: string,
  tokens: Tokens,
  file: string = findSignInFile(),
): Promise<void> {
  await withFileLock(file, () =>
    writeAll(file, { ...readAll(file), [new URL(url).origin]: tokens }),
  );
}

/** Deletes the saved tokens for the agents at an origin; resolves to false if there are none. */
export async function forgetSignIn(url: string, file: string = findSignInFile()): Promise<boolean> {
  if (readSignIn(url, file) === undefined) return false;
  return withFileLock(file, () => {
    const { [new URL(url).origin]: removed, ...remaining } = readAll(file);
    if (removed === undefined) return false;
    if (Object.keys(remaining).length === 0) rmSync(file);
    else writeAll(file, remaining);
    return true;
  });
}

/**
 * The longest time for which one process alone renews tokens, in milliseconds: more than a slow
 * provider takes, which is asked for its metadata first.
 */
const RENEW_MS = 45_000;

/**
 * Renews saved tokens, once for all requests and processes that want it at the same time: a provider
 * that is shown a refresh token twice may end the sign-in.
 */
async function renewSignIn(url: string, before: Tokens, file: string): Promise<Tokens> {
  const { refreshTokens, SignInError } = await import('@formwork/client/sign-in');
  const { origin } = new URL(url);
  const digest = hash('sha256', origin, 'base64url');
  return withFileLock(
    `${file}.${digest.slice(0, 16)}`,
    async () => {
      const saved = readSignIn(url, file);
      // Who has signed out, while this process ran or waited, stays so.
      const message = `Nobody is signed in at ${origin} any more. Sign in again with formwork login.`;
      if (saved === undefined) throw new SignInError(message, { isOver: true });
      if (saved.accessToken !== before.accessToken) return saved;
      const next = await refreshTokens(saved);
      // Meanwhile the person may have signed out, or signed in as another one.
      await withFileLock(file, () => {
        const all = readAll(file);
        const current = all[origin];
        if (isTokens(current) && current.accessToken === saved.accessToken)
          writeAll(file, { ...all, [origin]: next });
      });
      return next;
    },
    { patienceMs: RENEW_MS, staleMs: RENEW_MS },
  );
}

/**
 * Makes the headers with the saved tokens for an agent, which are renewed and saved when they
 * expire. `undefined` if there is no sign-in.
 */
export function createSavedHeaders(url: string): HeadersHook | undefined {
  const file = findSignInFile();
  const tokens = readSignIn(url, file);
  if (tokens === undefined) return undefined;
  const tokenHeaders: { hook?: HeadersHook } = {};
  return async (call) => {
    const { createTokenHeaders } = await import('@formwork/client/sign-in');
    tokenHeaders.hook ??= createTokenHeaders({
      tokens,
      renew: async (before = tokens) => renewSignIn(url, before, file),
    });
    return tokenHeaders.hook(call);
  };
}

function readAll(file: string): Readonly<Record<string, unknown>> {
  const reading = readFile(file);
  if (reading.kind === 'missing') return {};
  if (reading.kind === 'exposed') {
    throw new CliError(
      `Cannot use the sign-ins in ${file} because others on this machine can read them. Remove the file and sign in again with formwork login.`,
    );
  }
  try {
    const all: unknown = JSON.parse(reading.text);
    if (isRecord(all)) return all;
  } catch {
    // Reported below, without the text, because it is full of secrets.
  }
  throw createUnreadable(file);
}

function readFile(file: string): PrivateFile {
  try {
    tightenConfigFolder(file);
    return readPrivateFile(file);
  } catch (error) {
    throw createUnreadable(file, error);
  }
}

function createUnreadable(file: string, cause?: unknown): CliError {
  return new CliError(
    `Cannot read the sign-ins in ${file}. Remove the file and sign in again with formwork login.`,
    { cause },
  );
}

function writeAll(file: string, all: Readonly<Record<string, unknown>>): void {
  tightenConfigFolder(file);
  writePrivateFile(file, `${JSON.stringify(all, undefined, 2)}\n`);
}

function isTokens(value: unknown): value is Tokens {
  return (
    isRecord(value) &&
    ['issuer', 'clientId', 'accessToken'].every((name) => typeof value[name] === 'string')
  );
}
