import type { ConnectOptions, RemoteSkill, SkillTypes } from '@formwork/client';
import { createFilePins } from '@formwork/trust/files';
import type { Command } from 'commander';
import { dirname, join } from 'node:path';
import { UsageError } from '../errors/errors.ts';
import { collect } from '../input/flag-values.ts';
import { tightenConfigFolder } from '../save/folders.ts';
import { createSavedHeaders, findSignInFile } from '../sign-in/saved-sign-ins.ts';

/** The flags of commands that call an agent: headers, and origins to trust with them. */
export interface RemoteFlags {
  readonly header?: readonly string[];
  readonly trust?: readonly string[];
}

/** Adds to a command the flags for calling an agent. */
export function addRemoteFlags(command: Command): Command {
  return addHeaderFlag(command).option(
    '--trust <origin>',
    'another origin that may see the headers; may be repeated',
    collect,
  );
}

/** Adds to a command the flag `--header`, such as for credentials. */
export function addHeaderFlag(command: Command): Command {
  return command.option(
    '--header <name: value>',
    'send a header, such as credentials; may be repeated',
    collect,
  );
}

/**
 * The longest time for the card of an agent, in milliseconds. It is longer than that of a program,
 * because a person sees that the command waits, and may end it.
 */
const CARD_MS = 30_000;

/**
 * Makes the options of `connect` from the flags. Without headers, a saved sign-in for the agent is
 * used. @throws UsageError
 */
export function toConnectOptions(
  url: string,
  { header = [], trust = [] }: RemoteFlags,
  signal?: AbortSignal,
): ConnectOptions {
  for (const origin of trust) assertAddress(origin, '--trust');
  const headers = header.length > 0 ? toHeaders(header) : createSavedHeaders(url);
  return {
    ...(headers !== undefined && { headers }),
    ...(trust.length > 0 && { trustedOrigins: trust }),
    trust: { pins: createFilePins(findPinFile()) },
    cardTimeoutMs: CARD_MS,
    ...(signal && { signal }),
  };
}

/**
 * Returns the path of the file with the pins, the keys that cards were first signed with. It is
 * beside the sign-ins.
 */
function findPinFile(): string {
  const envFile = process.env['FORMWORK_PINS'];
  if (envFile !== undefined && envFile !== '') return envFile;
  const file = join(dirname(findSignInFile()), 'pins.json');
  tightenConfigFolder(file);
  return file;
}

/**
 * Reads headers from the values of `--header`, each `Name: value`. @throws UsageError for any other
 * text.
 */
export function toHeaders(header: readonly string[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(header.map(parseHeader));
}

function parseHeader(text: string): readonly [string, string] {
  const end = text.indexOf(':');
  const name = text.slice(0, Math.max(end, 0)).trim();
  const value = text.slice(end + 1).trim();
  try {
    // Checks that this can be a header at all.
    if (new Headers([[name, value]]).has(name)) return [name, value];
  } catch {
    // Reported below, without the value, because it may be a secret.
  }
  throw new UsageError(
    `Cannot use --header because it must be "Name: value": current name is ${JSON.stringify(name)}`,
  );
}

/** Throws unless a text is the URL of an agent. @throws UsageError */
export function assertAddress(text: string, name = 'URL'): void {
  if (isWebUrl(text)) {
    const { username, password } = new URL(text);
    if (`${username}${password}` === '') return;
    throw new UsageError(
      `Cannot connect because ${name} must have no user name and password: current value is not shown. Send them by --header "Authorization: ...".`,
    );
  }
  const guess = `http://${text}`;
  // A text with a port or a dot is probably a URL without its protocol.
  const hint =
    /^(?:[\w-]+\.)*[\w-]+(?::\d+)?(?:\/\S*)?$/u.test(text) && isWebUrl(guess)
      ? `. Did you mean ${guess}?`
      : '';
  throw new UsageError(
    `Cannot connect because ${name} must be an http or https URL: current value is ${JSON.stringify(text)}${hint}`,
  );
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol);
}

/** A skill of a remote agent whose types are not known when this program is written. */
export type AnyRemoteSkill = RemoteSkill<SkillTypes>;
