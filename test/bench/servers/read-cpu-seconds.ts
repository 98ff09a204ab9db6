import { readProcess } from './read-process.ts';

/** The number of units per second in which Linux counts a process's time. */
const TICKS_PER_SECOND = 100;

/**
 * Returns the processor time that a process has used so far, in seconds; NaN if the system does not
 * tell.
 */
export function readCpuSeconds(pid: number | undefined): number {
  // After the name, which may hold blanks: state is field 3, the two times are 14 and 15.
  const fields = readProcess(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
