import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toProgram, type Program } from './follow-program.ts';
import { toMissing } from './programs/get-program.ts';
import { findProgram } from './programs/outside-program.ts';
import { SCRIPT } from './programs/programs.ts';
import { onTestFinished } from './test-end.ts';

export const ROOT = new URL('../../../', import.meta.url).pathname;
const BIN = `${ROOT}packages/cli/bin/formwork.cjs`;

/** The exit code and the output of a command that has ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment, the working folder and the input of a command. */
export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The text of the command's standard input. Default: empty. */
  readonly input?: string;
}

/** Options of {@link runCli}. */
export interface RunCliOptions extends CliOptions {
  /** A program that runs the command, such as `prlimit`, and its arguments. Default: none. */
  readonly under?: readonly string[];
}

/** Runs the built `formwork` command without a terminal until it ends. */
export async function runCli(
  args: readonly string[],
  { env = {}, cwd = ROOT, input = '', under = [] }: RunCliOptions = {},
): Promise<Ended> {
  const [program = process.execPath, ...words] = [...under, process.execPath, BIN, ...args];
  const child = spawn(program, words, { cwd, env: toEnv(env) });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => {}).end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}

/** Options of {@link startCli}. */
export interface StartCliOptions extends Omit<CliOptions, 'input'> {
  /** True starts the command from a shell, which signals then reach in its place. */
  readonly underShell?: boolean;
}

/** Starts the built `formwork` command without a terminal or an input. */
export function startCli(
  args: readonly string[],
  { env = {}, cwd = ROOT, underShell = false }: StartCliOptions = {},
): Program {
  const words = [process.execPath, BIN, ...args];
  // Shells replace themselves by a last command, so this one is not the last.
  const shell = ['sh', '-c', `${words.map(toWord).join(' ')}; exit $?`];
  const [file = '', ...rest] = underShell ? shell : words;
  return toProgram(
    spawn(file, rest, {
      cwd,
      env: toEnv(env),
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

/** Options of {@link openTerminal}. */
export interface TerminalOptions extends CliOptions {
  /**
   * The width of the terminal in columns. Default: the terminal does not report a width, as those
   * of some CI services.
   */
  readonly columns?: number;
}

/** A command in a pseudo-terminal into which a test types. */
export interface TypedProgram extends Program {
  /** Types keys into the terminal, such as `Lion\r`, or `\u0003` for Ctrl-C. */
  type(keys: string): void;
}

let scriptFile: string | undefined;

/** Starts the built `formwork` command in a pseudo-terminal, which `script` of util-linux makes. */
export function openTerminal(
  args: readonly string[],
  { env = {}, cwd = ROOT, columns }: TerminalOptions = {},
): TypedProgram {
  scriptFile ??= findProgram(SCRIPT)?.file;
  if (scriptFile === undefined) throw toMissing(SCRIPT);
  // `exec` replaces the shell, which would otherwise get Ctrl-C too and might change the exit code
  // to 130.
  const size = columns === undefined ? '' : `stty columns ${columns} && `;
  const command = `${size}exec ${[process.execPath, BIN, ...args].map(toWord).join(' ')}`;
  const child = spawn(scriptFile, ['-qefc', command, '/dev/null'], {
    cwd,
    env: { ...toEnv(env), SHELL: '/bin/sh', TERM: 'xterm-256color', COLUMNS: '100' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  return { ...toProgram(child), type: (keys) => void child.stdin.write(keys) };
}

/**
 * Makes the environment of a command. The keys, pins and sign-ins that it keeps for its user are in
 * a folder of its own, because a later test may serve another agent at the same port.
 */
export function toEnv(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  // The database for tests of engines must not be used by the agents that tests start.
  const {
    NO_COLOR: _noColor,
    FORCE_COLOR: _forceColor,
    DATABASE_URL: _url,
    ...inherited
  } = process.env;
  // Variables for tests, such as that of the seed, are unknown to the program, which refuses them.
  const kept = Object.entries(inherited).filter(([name]) => !/^FORMWORK_(?!TEST_)/u.test(name));
  const folder = join(process.env['FORMWORK_TEST_BUILDS'] ?? tmpdir(), 'config', randomUUID());
  const own = { XDG_CONFIG_HOME: folder, NODE_OPTIONS: '' };
  return { ...Object.fromEntries(kept), ...own, ...env };
}

function toWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
