import { dirname, join } from 'node:path';
import { UsageError } from '../errors/errors.ts';
import { createSavedHeaders, findSignInFile } from '../sign-in/saved-sign-ins.ts';
import type { ConnectOptions, RemoteSkill, SkillTypes } from '@formwork/client';
import { createFilePins } from '@formwork/trust/files';
import type { Command } from 'commander';

/** The flags that say how to reach an agent. */
export interface RemoteFlags {
  readonly header?: readonly string[];
  readonly trust?: readonly string[];
}

/** Adds the flags that say how to reach an agent. */
export function addRemoteFlags(command: Command): Command {
  return addHeaderFlag(command).option(
    '--trust <origin>',
    'another origin that may see the headers; may be repeated',
    collect,
  );
}

/** Adds the flag that says who calls. */
export function addHeaderFlag(command: Command): Command {
  return command.option(
    '--header <name: value>',
    'send a header, such as credentials; may be repeated',
    collect,
  );
}

/**
 * Options of `connect` for an agent from flags, and from a sign-in that was saved for it unless there
 * are headers. @throws UsageError
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
    ...(signal && { signal }),
  };
}

/** Returns the file that keeps the keys of cards that were seen, beside the sign-ins. */
function findPinFile(): string {
  const named = process.env['FORMWORK_PINS'];
  if (named !== undefined && named !== '') return named;
  return join(dirname(findSignInFile()), 'pins.json');
}

/** Reads headers from the values of `--header`, each `Name: value`. @throws UsageError for any other. */
export function toHeaders(header: readonly string[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(header.map(parseHeader));
}

/** An option that may be given several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function parseHeader(text: string): readonly [string, string] {
  const end = text.indexOf(':');
  const name = text.slice(0, Math.max(end, 0)).trim();
  const value = text.slice(end + 1).trim();
  try {
    // Finds out whether it can be a header at all.
    if (new Headers([[name, value]]).has(name)) return [name, value];
  } catch {
    // Said below, without the value: it may be a secret.
  }
  throw new UsageError(
    `Cannot use --header as it must be "Name: value": current name is ${JSON.stringify(name)}`,
  );
}

/** @throws UsageError for a text that is not the URL of an agent */
export function assertAddress(text: string, name = 'URL'): void {
  if (isWebUrl(text)) return;
  const guess = `http://${text}`;
  // A port or a dot: what people mean when they leave the protocol out.
  const hint =
    /^(?:[\w-]+\.)*[\w-]+(?::\d+)?(?:\/\S*)?$/u.test(text) && isWebUrl(guess)
      ? `. Did you mean ${guess}?`
      : '';
  throw new UsageError(
    `Cannot connect as ${name} must be an http or https URL: current value is ${JSON.stringify(text)}${hint}`,
  );
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol);
}

/** A skill of which nothing is known before the agent is asked. */
export type AnyRemoteSkill = RemoteSkill<SkillTypes>;
