import { readFileSync } from 'node:fs';

/** What the system tells of a process under a name; `''` where it tells nothing. */
export function readProcess(pid: number | undefined, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
