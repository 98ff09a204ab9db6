import { readFileSync } from 'node:fs';

/** Reads a file of a process under `/proc`; returns `''` if the system has none. */
export function readProcess(pid: number | undefined, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
