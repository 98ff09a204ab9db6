/** Throws `RangeError` unless a memory engine can keep so many tasks at most. */
export function checkMaxTasks(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 1) {
    throw new RangeError(
      `Cannot create a memory engine as ${name} must be an integer from 1: current value is ${value}`,
    );
  }
}
