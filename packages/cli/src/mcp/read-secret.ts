import { isRecord } from '@formwork/schema/json';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../errors/errors.ts';

/**
 * Reads a secret of the config file: a text, or `{ "env": NAME }` or `{ "file": PATH }`, which name
 * the place of it. @throws UsageError, which never shows the value.
 */
export async function readSecret(
  value: unknown,
  {
    name,
    env,
    folder = '',
  }: {
    /** The name of the secret in error messages. */
    readonly name: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    /**
     * The folder of the config file, from which relative paths start. Default: the working folder.
     */
    readonly folder?: string | undefined;
  },
): Promise<string> {
  if (typeof value === 'string') return value;
  if (isRecord(value)) {
    const { env: variable, file } = value;
    if (typeof variable === 'string') {
      const secret = env[variable];
      if (secret !== undefined && secret !== '') return secret;
      throw new UsageError(
        `Cannot use ${name} because the environment must have ${variable}: current value is nothing`,
      );
    }
    if (typeof file === 'string') return readSecretFile(resolve(folder, file), name);
  }
  throw new UsageError(
    `Cannot use ${name} because it must be a text, {"env": NAME} or {"file": PATH}: current value is something else`,
  );
}

/** Lists the variables that a config file names at any place, each as `{ "env": NAME }`. */
export function listSecretVariables(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listSecretVariables(item));
  if (!isRecord(value)) return [];
  const { env } = value;
  const inner = Object.values(value).flatMap((member) => listSecretVariables(member));
  return typeof env === 'string' ? [env, ...inner] : inner;
}

async function readSecretFile(file: string, name: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unreadable';
    throw new UsageError(
      `Cannot use ${name} because its file must be readable: ${JSON.stringify(file)} is not (${reason})`,
      { cause },
    );
  }
}
