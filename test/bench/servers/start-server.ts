import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { readCpuSeconds } from './read-cpu-seconds.ts';
import { readProcess } from './read-process.ts';

/** A server of a benchmark, in a process of its own. */
export interface BenchServer {
  readonly port: number;
  /** What the process has used of the processor so far, in seconds; NaN where the system does not say. */
  cpuSeconds(): number;
  /** What the process holds in memory, in megabytes; NaN where the system does not say. */
  residentMegabytes(): number;
  /** What the process has written so far; NaN where the system does not say. */
  written(): Written;
  stop(): void;
  /** Ends the process as `kill -9` does. */
  kill(): void;
}

/** What a process has written, in bytes. */
export interface Written {
  /** What it handed to the system. */
  readonly bytes: number;
  /** What the system had to put on the disk for it, in blocks of 4 kB. */
  readonly blocks: number;
}

/** Starts `servers/NAME.ts` with these arguments; it prints the port it listens on. */
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
