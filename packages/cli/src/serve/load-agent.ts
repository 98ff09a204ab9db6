import type { Agent } from '@formwork/core';
import { isFormworkError, toErrorText } from '@formwork/schema';
import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CliError, UsageError } from '../errors/errors.ts';
import { guardLoading } from './guard-loading.ts';

/** Runs a module and returns the agent that it exports by default. @throws CliError */
export async function loadAgent(
  file: string,
  {
    onExit,
  }: {
    /**
     * Called with an error if the module ends the process, just before it ends. Default: nothing is
     * called.
     */
    readonly onExit?: (error: CliError) => void;
  } = {},
): Promise<Agent> {
  assertModule(file);
  const name = JSON.stringify(file);
  const { href } = pathToFileURL(resolve(file));
  const agent = await guardLoading(file, { load: () => importDefault(href, name), onExit });
  const { describeMistaken, isAgent } = await import('@formwork/core/internal');
  if (isAgent(agent)) return agent;
  throw new CliError(
    `Cannot serve ${name} because its default export must be an agent, as in "export default defineAgent({ ... })": current value is ${describeMistaken(agent, 'defineAgent({ name, version, skills: [skill] })')}`,
  );
}

/** Throws unless the file of a module exists. @throws UsageError */
export function assertModule(file: string): void {
  if (existsSync(resolve(file))) return;
  throw new UsageError(
    `Cannot read ${JSON.stringify(file)} because it must be a module: there is no such file.`,
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
        `Cannot run ${name} because Node must be 22.18 or newer to run TypeScript: current version is ${process.versions.node}. Update Node, or build the file and name the .js file.`,
        { cause },
      );
    }
    const reason = toLoadReason(cause);
    throw new CliError(`Cannot run ${name} because it must be a module that runs: ${reason}`, {
      cause,
    });
  }
}

/** Describes in one line why a module does not run, with the position if it is known. */
function toLoadReason(thrown: unknown): string {
  if (!(thrown instanceof Error)) return toFirstLine(toErrorText(thrown));
  if (isFormworkError(thrown)) return thrown.message;
  const location = findErrorPosition(thrown.stack ?? '');
  const reason = `${thrown.name}: ${toFirstLine(thrown.message)}`;
  const hint =
    'code' in thrown && thrown.code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'
      ? '. Node only leaves types out: write it in another way, or build the file and name the .js file.'
      : '';
  return `${reason}${location === undefined ? '' : ` (${location})`}${hint}`;
}

/**
 * Finds the position of an error in its stack. A syntax error has the file, the line and an arrow
 * in front; other errors have the position in the lines of the stack.
 */
function findErrorPosition(stack: string): string | undefined {
  const [head = '', , arrow = ''] = stack.split('\n');
  const [, file, line = ''] = /^((?:file:\/\/)?[^\s:].*\.[cm]?[jt]s):(\d+)$/u.exec(head) ?? [];
  if (file !== undefined) {
    const column = /^\s*\^/u.test(arrow) ? `:${arrow.indexOf('^') + 1}` : '';
    return `${toShownPath(file)}:${line}${column}`;
  }
  const frames = stack.matchAll(/^ {4}at (?:\S+ )*\(?(file:\/\/[^\s()]+):(\d+):(\d+)\)?$/gmu);
  for (const [, url = '', row, column] of frames) {
    if (!url.includes('/node_modules/')) return `${toShownPath(url)}:${row}:${column}`;
  }
  return undefined;
}

function toShownPath(file: string): string {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  const inside = relative(process.cwd(), path);
  return inside.startsWith('..') ? path : inside;
}

function toFirstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
