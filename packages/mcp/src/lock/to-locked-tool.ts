import { toFingerprint, type Json } from '@formwork/schema';
import type { BridgeTool, ToolDefinition } from '../catalog/bridge-tool.ts';
import { toPrompt } from '../catalog/tool-prompt.ts';
import type { LockedTool } from './bridge-lock.ts';

/** Tools are looked at with every lock, and never change. */
const lockedTools = new WeakMap<BridgeTool, LockedTool>();
/** The same of cards and schemas. */
const fingerprints = new WeakMap<object, string>();

/** Lists the texts of an agent's tool and its prompt for a model, and the skill that they lead to. */
export function toLockedTool(tool: BridgeTool): LockedTool {
  const locked = lockedTools.get(tool) ?? lockTool(tool);
  lockedTools.set(tool, locked);
  return locked;
}

function lockTool({ definition, target }: BridgeTool): LockedTool {
  const { name: _name, ...prompt } = toPrompt(definition);
  return withFingerprint(definition.name, {
    ...(target.kind !== 'ask' && { skill: target.skillId }),
    ...(target.kind === 'skill' && { schema: target.schema }),
    ...toTexts(definition),
    prompt,
  });
}

/** The same of a tool that belongs to no agent. */
export function toLockedDefinition(definition: ToolDefinition): LockedTool {
  return withFingerprint(definition.name, toTexts(definition));
}

/** The fingerprint of everything that is kept of a tool but the fingerprint itself. */
export function toToolFingerprint(
  name: string,
  { fingerprint: _fingerprint, ...texts }: LockedTool,
): string {
  return toJsonFingerprint({ name, ...texts });
}

/** The fingerprint of an object as JSON holds it. It must not change afterwards. */
export function toJsonFingerprint(value: object): string {
  const known = fingerprints.get(value);
  if (known !== undefined) return known;
  const fingerprint = toFingerprint({ value: JSON.parse(JSON.stringify(value)) as Json });
  fingerprints.set(value, fingerprint);
  return fingerprint;
}

function withFingerprint(name: string, texts: Omit<LockedTool, 'fingerprint'>): LockedTool {
  const fingerprint = toToolFingerprint(name, { fingerprint: '', ...texts });
  return { fingerprint, ...texts };
}

function toTexts(definition: ToolDefinition): Omit<LockedTool, 'fingerprint'> {
  const { title, description, annotations, inputSchema, outputSchema } = definition;
  return { title, description: toLines(description), annotations, inputSchema, outputSchema };
}

export function toLines(text: string): readonly string[] {
  return text.split('\n');
}
