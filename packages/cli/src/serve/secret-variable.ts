import { UsageError } from '../errors/errors.ts';

/** Returns true if a text begins or ends with blanks or ends of lines, which headers lose. */
export function hasBlankEnds(text: string): boolean {
  return text.trim() !== text;
}

/**
 * Reads a secret from the environment; an empty one counts as absent. Blanks at its ends, such as
 * the end of a line of a file, are refused, because no request could match it.
 *
 * @throws UsageError that names the variable, and does not show the secret
 */
export function readSecretVariable(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { [name]: value = '' } = env;
  if (value === '') return undefined;
  if (!hasBlankEnds(value)) return value;
  throw new UsageError(
    `Cannot serve as ${name} must have no blanks at its ends: current value has some, and is not shown.`,
  );
}
