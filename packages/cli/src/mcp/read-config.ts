import { appendPointer, createValidator, isRecord } from '@formwork/core';
import type { Node } from 'jsonc-parser';
import { UsageError } from '../errors/usage-error.ts';
import { toPosition } from '../input/parse-json-text.ts';
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
    ...listDuplicates(tree, { pointer: '', text }),
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

/** Names that stand twice in one object, of which JSON keeps the last without a word. */
function listDuplicates(
  node: Node,
  { pointer, text }: { readonly pointer: string; readonly text: string },
): readonly ConfigFault[] {
  const { type, children = [] } = node;
  if (type === 'array') {
    return children.flatMap((child, index) =>
      listDuplicates(child, { pointer: appendPointer(pointer, index), text }),
    );
  }
  const seen = new Set<string>();
  return children.flatMap(({ children: [key, value] = [] }) => {
    if (key === undefined || value === undefined) return [];
    const name = String(key.value);
    const place = appendPointer(pointer, name);
    const { line, column } = toPosition(text, key.offset);
    const again = seen.has(name)
      ? [
          {
            pointer: place,
            message: `must stand there once: it is there again at ${line}:${column}`,
          },
        ]
      : [];
    seen.add(name);
    return [...again, ...listDuplicates(value, { pointer: place, text })];
  });
}
