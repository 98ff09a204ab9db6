import type { RemoteSchema } from '@formwork/client';
import { UsageError } from '../../errors/errors.ts';
import { applyFlags } from '../../input/apply-flags.ts';
import { askMissingValues } from '../../input/ask-missing-values.ts';
import { readJsonSource } from '../../input/read-json-source.ts';
import { askChoice, askText } from '../../terminal/ask.ts';
import type { CallFlags } from './call-request.ts';
import type { CallTarget } from './call-target.ts';
import { isDeprecated } from './is-deprecated.ts';

/** Options of {@link collectInput}. */
export interface CollectInputOptions {
  readonly flags: CallFlags;
  /** The words of the command line after the skill: its flags, or a text. */
  readonly words: readonly string[];
  readonly canAsk: boolean;
}

/** Collects the input of a skill: from JSON, then from flags, then by asking on the terminal. */
export async function collectInput(
  skill: Pick<CallTarget, 'inputs'>,
  options: CollectInputOptions,
): Promise<unknown> {
  const { flags, words, canAsk } = options;
  const inputs = skill.inputs();
  const tokens = words.filter((token) => token !== '--');
  if (inputs.length === 0) return collectText(tokens, options);
  const schema = await pickSchema(inputs, options);
  const base =
    flags.json === undefined ? undefined : await readJsonSource(flags.json, { isExact: true });
  const data = await toData(schema, { base, tokens, canAsk });
  return inputs.length === 1 ? data : { schema: schema.name, data };
}

async function toData(
  schema: RemoteSchema,
  {
    base,
    tokens,
    canAsk,
  }: Pick<CollectInputOptions, 'canAsk'> & {
    readonly base: unknown;
    readonly tokens: readonly string[];
  },
): Promise<unknown> {
  if (schema.kind === 'refused') {
    if (tokens.length > 0 || base === undefined) {
      const reasons = schema.issues.map(({ message }) => `  ${message}`).join('\n');
      throw new UsageError(
        `Cannot make flags of schema ${JSON.stringify(schema.name)} because it cannot be trusted:\n${reasons}\nGive the input with --json FILE and add --no-check to send it unchecked.`,
      );
    }
    return base;
  }
  const data = applyFlags(tokens, { schema: schema.schema, base });
  if (canAsk) return askMissingValues(data, { schema: schema.schema, check: schema.check });
  // Without any input, checks an empty object, whose problems name what is missing.
  return data ?? {};
}

async function collectText(
  tokens: readonly string[],
  { flags, canAsk }: CollectInputOptions,
): Promise<unknown> {
  const flag = tokens.find((token) => token.startsWith('--'));
  if (flag !== undefined) {
    throw new UsageError(
      `Cannot use ${JSON.stringify(flag)} because the skill takes text and has no flags: write the text, or use --json FILE.`,
    );
  }
  if (flags.json !== undefined) return readJsonSource(flags.json, { isExact: true });
  if (tokens.length > 0) return tokens.join(' ');
  if (canAsk)
    return askText('Message:', { check: (text) => (text === '' ? 'is empty' : undefined) });
  throw new UsageError('Cannot call the skill because it takes text: add the text at the end.');
}

async function pickSchema(
  inputs: readonly RemoteSchema[],
  { flags, canAsk }: CollectInputOptions,
): Promise<RemoteSchema> {
  const current = inputs.length === 1 ? inputs : inputs.filter((input) => !isDeprecated(input));
  const [onlySchema] = current;
  if (flags.schema === undefined && current.length === 1 && onlySchema !== undefined)
    return onlySchema;
  const match = inputs.find(({ name }) => name === flags.schema);
  if (match !== undefined) return match;
  if (flags.schema === undefined && canAsk) {
    return askChoice(
      'Which input?',
      inputs.map((value) => ({
        name: isDeprecated(value) ? `${value.name} (deprecated)` : value.name,
        value,
      })),
    );
  }
  const names = inputs.map(({ name }) => JSON.stringify(name)).join(', ');
  throw new UsageError(
    `Cannot call the skill because --schema must be one of ${names}: current value is ${JSON.stringify(flags.schema) ?? 'undefined'}`,
  );
}
