import { readProcess } from './read-process.ts';

/** Linux counts a process's time in hundredths of a second, whatever its clock does. */
const TICKS_PER_SECOND = 100;

/** What a process has used of the processor so far, in seconds; NaN where the system does not say. */
export function readCpuSeconds(pid: number | undefined): number {
  // After the name, which may hold blanks: state is field 3, the two times are 14 and 15.
  const fields = readProcess(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
