import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The machine and the code that a table was measured with. */
export interface Machine {
  readonly cores: number;
  /** The name of the processor, as the system tells it. */
  readonly model: string;
  readonly memoryGigabytes: number;
  readonly system: string;
  readonly node: string;
  /** The time at the start of the run, as ISO 8601. */
  readonly date: string;
  /** The commit, with "+" behind it if files differ from it; "unknown" outside of a repository. */
  readonly commit: string;
  /** How many processes wanted a core in the minute before the run. */
  readonly load: number;
}

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Describes this machine and this checkout. */
export function describeMachine(): Machine {
  const all = cpus();
  return {
    cores: all.length,
    model: all[0]?.model.trim() ?? 'unknown',
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    system: readSystem(),
    node: process.version,
    date: new Date().toISOString(),
    commit: readCommit(),
    load: loadavg()[0] ?? NaN,
  };
}

/** Writes a machine as two lines of text. */
export function formatMachine(machine: Machine): string {
  const { cores, model, memoryGigabytes, system, node, date, commit, load } = machine;
  return [
    `${cores} cores (${model}), ${memoryGigabytes} GB, ${system}, Node ${node.slice(1)}`,
    `commit ${commit}, ${date.slice(0, 16).replace('T', ' ')} UTC, load ${load.toFixed(1)} before the run`,
  ].join('\n');
}

function readSystem(): string {
  try {
    const text = readFileSync('/etc/os-release', 'utf8');
    const [, name] = /^PRETTY_NAME="?(.*?)"?$/mu.exec(text) ?? [];
    if (name !== undefined) return `${name}, ${type()} ${release()}`;
  } catch {
    // Only some systems have this file.
  }
  return `${type()} ${release()}`;
}

function readCommit(): string {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', [...args], {
      cwd: FOLDER,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    const commit = git('rev-parse', '--short=10', 'HEAD').trim();
    return git('status', '--porcelain').trim() === '' ? commit : `${commit}+`;
  } catch {
    return 'unknown';
  }
}
