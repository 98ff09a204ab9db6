import { readProcess } from './read-process.ts';

/** The number of clock ticks per second in which Linux counts a process's time. */
const TICKS_PER_SECOND = 100;

/**
 * Returns the processor time that a process has used so far, in seconds; NaN if the system does not
 * tell.
 */
export function readCpuSeconds(pid: number | undefined): number {
  // The fields are counted after the name, which may contain blanks: 3 is the state, 14 and 15 the
  // times.
  const fields = readProcess(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
