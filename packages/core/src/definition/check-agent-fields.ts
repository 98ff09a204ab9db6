import { parseMediaType, fromSchemaMode } from '../media-type/media-type.ts';

import { describeValue, isRecord } from '@formwork/schema/internal';
import type { NamedSchema, DefinitionIssue } from '@formwork/schema';
import type { AgentDefinition } from './agent.ts';
import { checkFields, checkTexts } from './check-fields.ts';
import { checkTextAnswer } from './check-handlers.ts';
import { checkRunPolicy } from './run-policy.ts';

const FIELDS: readonly (keyof AgentDefinition)[] = [
  'name',
  'description',
  'version',
  'skills',
  'provider',
  'documentationUrl',
  'iconUrl',
  'text',
  'textAnswer',
  'timeoutMs',
  'retry',
  'defaultInputModes',
  'defaultOutputModes',
];

/**
 * Checks the fields of an agent's definition except skills and modes: only known fields, each of
 * its type.
 */
export function checkAgentFields(
  definition: Readonly<Record<string, unknown>>,
  where: string,
): readonly DefinitionIssue[] {
  const { name, version, provider, text, textAnswer, timeoutMs, retry } = definition;
  const optional = ['description', 'documentationUrl', 'iconUrl'].filter(
    (field) => definition[field] !== undefined,
  );
  const texts = Object.fromEntries(optional.map((field) => [field, definition[field]]));
  const issues = [
    ...checkFields(definition, { known: FIELDS, subject: 'the agent', where }),
    ...checkTexts({ name, version, ...texts }, where),
    ...checkRunPolicy({ timeoutMs, retry }, { subject: 'the agent', where }),
  ];
  const report = (code: string, expected: string, value: unknown): void => {
    const message = `Cannot define the agent as ${code} must be ${expected}: current value is ${describeValue(value)}`;
    issues.push({ severity: 'error', code, where, message });
  };
  if (text !== undefined && typeof text !== 'function') report('text', 'a function', text);
  for (const message of checkTextAnswer({ text, textAnswer })) {
    const fault = { severity: 'error', code: 'textAnswer', where } as const;
    issues.push({ ...fault, message: `Cannot define the agent as ${message}` });
  }
  if (provider !== undefined && !isProvider(provider)) {
    report('provider', '{ organization, url }, both text', provider);
  }
  return issues;
}

/** Options of {@link checkModes}: the declared schemas, and the field that holds the modes. */
export interface CheckModesOptions {
  /** The named schemas that modes may refer to. */
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  readonly field: 'defaultInputModes' | 'defaultOutputModes';
  readonly where: string;
}

/** Checks that the modes of an agent are media types, and name no schema that is not declared. */
export function checkModes(
  modes: unknown,
  { schemas, field, where }: CheckModesOptions,
): readonly DefinitionIssue[] {
  const issue = { severity: 'error', code: 'mode', where } as const;
  if (!Array.isArray(modes)) {
    const message = `Cannot define the agent as ${field} must be an array: current value is ${describeValue(modes)}`;
    return [{ ...issue, message }];
  }
  return Array.from<unknown>(modes)
    .filter((mode) => !isMode(mode, schemas))
    .map((mode) => ({
      ...issue,
      message: `Cannot publish the mode as it must be a media type whose schema, if it names one, a skill declares: current value is ${describeValue(mode)}`,
    }));
}

function isMode(mode: unknown, schemas: ReadonlyMap<string, NamedSchema>): boolean {
  if (typeof mode !== 'string') return false;
  const schema = fromSchemaMode(mode);
  return schema === undefined ? parseMediaType(mode) !== undefined : schemas.has(schema);
}

function isProvider(provider: unknown): boolean {
  return (
    isRecord(provider) &&
    typeof provider['organization'] === 'string' &&
    typeof provider['url'] === 'string'
  );
}
