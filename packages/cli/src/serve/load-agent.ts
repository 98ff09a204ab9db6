import { CliError, UsageError } from '../errors/errors.ts';

import { guardLoading } from './guard-loading.ts';
import type { Agent } from '@formwork/core';
import { isFormworkError } from '@formwork/schema';
import { toErrorText } from '@formwork/schema/internal';
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Options of {@link loadAgent}. */
export interface LoadAgentOptions {
  /** Tells that the module ended the process, at its very end. Default: nothing is told. */
  readonly onExit?: (error: CliError) => void;
}

/** The agent that a module exports by default. Runs the module. @throws CliError */
export async function loadAgent(file: string, { onExit }: LoadAgentOptions = {}): Promise<Agent> {
  assertModule(file);
  const name = JSON.stringify(file);
  const { href } = pathToFileURL(resolve(file));
  const agent = await guardLoading(file, { load: () => importDefault(href, name), onExit });
  if (isAgent(agent)) return agent;
  throw new CliError(
    `Cannot serve ${name} as its default export must be an agent: write "export default defineAgent({ ... })".`,
  );
}

/** @throws UsageError if there is no such file. */
export function assertModule(file: string): void {
  if (existsSync(resolve(file))) return;
  throw new UsageError(
    `Cannot read ${JSON.stringify(file)} as it must be a module: there is no such file.`,
  );
}

async function importDefault(href: string, name: string): Promise<unknown> {
  try {
    const module: unknown = await import(href);
    return typeof module === 'object' && module !== null && 'default' in module
      ? module.default
      : undefined;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION' && /\.[cm]?ts"$/u.test(name)) {
      throw new CliError(
        `Cannot run ${name} as Node must be 22.18 or newer to run TypeScript: current version is ${process.versions.node}. Update Node, or build the file and name the .js file.`,
        { cause },
      );
    }
    const reason = toLoadReason(cause);
    throw new CliError(`Cannot run ${name} as it must be a module that runs: ${reason}`, { cause });
  }
}

/** True for what `defineAgent` makes, also by another copy of core. */
function isAgent(value: unknown): value is Agent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'skills' in value &&
    Array.isArray(value.skills) &&
    'schemas' in value &&
    value.schemas instanceof Map
  );
}

/** Tells the fault of a module that does not run in one line, and its place if it is known. */
function toLoadReason(thrown: unknown): string {
  if (!(thrown instanceof Error)) return toFirstLine(toErrorText(thrown));
  if (isFormworkError(thrown)) return thrown.message;
  const place = findPlace(thrown.stack ?? '');
  const reason = `${thrown.name}: ${toFirstLine(thrown.message)}`;
  const hint =
    'code' in thrown && thrown.code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'
      ? '. Node only leaves types out: write it in another way, or build the file and name the .js file.'
      : '';
  return `${reason}${place === undefined ? '' : ` (${place})`}${hint}`;
}

/** Before a syntax error stand the file, its line and an arrow; a stack has the place in its lines. */
function findPlace(stack: string): string | undefined {
  const [head = '', , arrow = ''] = stack.split('\n');
  const [, file, line = ''] = /^((?:file:\/\/)?[^\s:].*\.[cm]?[jt]s):(\d+)$/u.exec(head) ?? [];
  if (file !== undefined) {
    const column = /^\s*\^/u.test(arrow) ? `:${arrow.indexOf('^') + 1}` : '';
    return `${toShown(file)}:${line}${column}`;
  }
  const frames = stack.matchAll(/^ {4}at .*?(file:\/\/[^\s()]+):(\d+):(\d+)\)?$/gmu);
  for (const [, url = '', row, column] of frames) {
    if (!url.includes('/node_modules/')) return `${toShown(url)}:${row}:${column}`;
  }
  return undefined;
}

function toShown(file: string): string {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  const inside = relative(process.cwd(), path);
  return inside.startsWith('..') ? path : inside;
}

function toFirstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
