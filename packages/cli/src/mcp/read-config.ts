import { createValidator } from '@formwork/schema';
import { isRecord } from '@formwork/schema/internal';
import { findDuplicateNames, toPosition } from '@formwork/schema/json-text';
import { UsageError } from '../errors/usage-error.ts';
import { readJsonText } from '../input/read-json-source.ts';
import { listRuleFaults, type ConfigFault } from './config-rules.ts';
import { CONFIG_SCHEMA } from './config-schema.ts';

/**
 * Reads the config file of `formwork mcp`.
 *
 * @throws CliError for what is no JSON, UsageError that names everything that is wrong with it.
 */
export async function readConfig(path: string): Promise<Readonly<Record<string, unknown>>> {
  const { value, tree, text } = await readJsonText(path);
  const faults = [
    // JSON keeps the last of them without a word.
    ...findDuplicateNames(tree).map(({ pointer, offset }) => {
      const { line, column } = toPosition(text, offset);
      return { pointer, message: `must stand there once: it is there again at ${line}:${column}` };
    }),
    ...listSchemaFaults(value),
    ...listRuleFaults(value),
  ];
  if (faults.length === 0 && isRecord(value)) return value;
  const lines = faults.map(({ pointer, message }) => `- ${pointer || 'the file'}: ${message}`);
  throw new UsageError(
    `Cannot use ${path === '-' ? 'the config' : JSON.stringify(path)} as it must be a config file of formwork mcp:\n${lines.join('\n')}`,
  );
}

function listSchemaFaults(value: unknown): readonly ConfigFault[] {
  const problems = createValidator(CONFIG_SCHEMA).check(value);
  return problems.map(({ pointer, message, suggestion }) => ({
    pointer,
    message: suggestion === undefined ? message : `${message} (${suggestion})`,
  }));
}
