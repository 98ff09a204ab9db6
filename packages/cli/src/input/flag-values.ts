import { InvalidArgumentError } from 'commander';

/** Gathers the values of a flag that is given several times. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Reads the port of a flag; 0 stands for any that is free. @throws InvalidArgumentError */
export function parsePort(text: string): number {
  if (/^\d{1,5}$/u.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('It must be a number from 0 to 65535.');
}
