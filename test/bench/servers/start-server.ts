import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { readCpuSeconds } from './read-cpu-seconds.ts';
import { readProcess } from './read-process.ts';

/** A server that runs in its own process for a benchmark. */
export interface BenchServer {
  readonly port: number;
  /**
   * Returns the processor time that the process has used so far, in seconds; NaN if the system does
   * not tell.
   */
  cpuSeconds(): number;
  /** Returns the resident memory of the process in megabytes; NaN if the system does not tell. */
  residentMegabytes(): number;
  /**
   * Returns the amount of data that the process has written so far; NaN if the system does not
   * tell.
   */
  written(): Written;
  stop(): void;
  /** Kills the process as `kill -9` does. */
  kill(): void;
}

/** The amount of data that a process has written. */
export interface Written {
  /** The bytes that the process has passed to the system, which may not be on the disk yet. */
  readonly bytes: number;
  /** The blocks of 4 kB that the system wrote to the disk for the process. */
  readonly blocks: number;
}

/** Starts `servers/NAME.ts` with arguments, and waits until the server prints its port. */
export async function startServer(
  name: string,
  args: readonly string[] = [],
): Promise<BenchServer> {
  const file = new URL(`${name}.ts`, import.meta.url).pathname;
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line: unknown[] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${name} has ended`))),
  ]);
  return {
    port: Number(line[0]),
    cpuSeconds: () => readCpuSeconds(child.pid),
    residentMegabytes() {
      const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readProcess(child.pid, 'status')) ?? [];
      return Number(kilobytes) / 1024;
    },
    written() {
      const counts = readProcess(child.pid, 'io');
      return { bytes: readCount(counts, 'wchar'), blocks: readCount(counts, 'write_bytes') };
    },
    stop: () => void child.kill(),
    kill: () => void child.kill('SIGKILL'),
  };
}

function readCount(counts: string, name: string): number {
  const [, count] = new RegExp(`^${name}: (\\d+)$`, 'm').exec(counts) ?? [];
  return Number(count);
}
