import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { isExactNumber } from '@formwork/schema/json-text';
import type { BridgeTool, ToolDefinition } from './bridge-tool.ts';

/**
 * A prompt as hosts see it in the list of prompts of MCP: one per tool of a skill, for people who
 * want to call it.
 */
export interface ListedPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
}

interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
}

/** The highest number of arguments that a prompt asks a person for. */
const MAX_ARGUMENTS = 10;

const SCALARS: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/** Makes the prompt of a tool. */
export function toPrompt({ name, title, inputSchema }: ToolDefinition): ListedPrompt {
  const description = `Has ${name} called.`;
  return { name, title, description, arguments: toArguments(inputSchema) };
}

/** Lists the arguments of a tool at the top level that are neither lists nor objects. */
function toArguments(schema: JsonSchema): readonly PromptArgument[] {
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  return toScalars(schema)
    .slice(0, MAX_ARGUMENTS)
    .map(([name, { description, title }]) => {
      const text = [title, description].find((word) => typeof word === 'string');
      return {
        name,
        ...(typeof text === 'string' && { description: text }),
        required: required.includes(name),
      };
    });
}

function toScalars({ properties }: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isRecord(property)) return [];
    const isScalar = SCALARS.has(property['type']) || Array.isArray(property['enum']);
    return isScalar ? [[name, property] as const] : [];
  });
}

/** Makes the text of a prompt: which tool the model should call, and the arguments given so far. */
export function toPromptText(
  { definition }: BridgeTool,
  args: Readonly<Record<string, string>>,
): string {
  const scalars = new Map(toScalars(definition.inputSchema));
  const entries = Object.entries(args).filter(([name, value]) => scalars.has(name) && value !== '');
  const values = Object.fromEntries(
    entries.map(([name, value]) => [name, toValue(value, scalars.get(name)?.['type'])]),
  );
  const sentence =
    entries.length === 0 ? '' : ` The user has given these arguments: ${JSON.stringify(values)}.`;
  return `Call the tool ${definition.name}.${sentence} Ask the user for what is missing and cannot be told from the conversation.`;
}

/** Turns the text of a prompt's argument into a value of the tool's type. */
function toValue(text: string, type: unknown): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type !== 'number' && type !== 'integer') return text;
  // A number that JavaScript would change stays as the person wrote it.
  return text.trim() === '' || !isExactNumber(text.trim()) ? text : Number(text);
}

/** Suggests values for an argument of a prompt that begin with what a person has typed. */
export function completePrompt(
  { definition }: BridgeTool,
  { name, value }: { readonly name: string; readonly value: string },
): readonly string[] {
  const property = new Map(toScalars(definition.inputSchema)).get(name);
  const values: readonly unknown[] = Array.isArray(property?.['enum']) ? property['enum'] : [];
  return values.map(String).filter((option) => option.startsWith(value));
}
