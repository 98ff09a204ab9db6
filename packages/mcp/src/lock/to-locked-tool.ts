import { toFingerprint, type Json } from '@formwork/schema';
import type { BridgeTool, ToolDefinition } from '../catalog/bridge-tool.ts';
import { toPrompt } from '../catalog/tool-prompt.ts';
import type { LockedTool } from './bridge-lock.ts';

/**
 * The texts of tools that were already computed, because tools never change and are compared with
 * every lock.
 */
const lockedTools = new WeakMap<BridgeTool, LockedTool>();
/** The fingerprints of cards and schemas that were already computed. */
const fingerprints = new WeakMap<object, string>();

/**
 * Returns the texts for models of an agent's tool and its prompt, with the skill that the tool
 * calls.
 */
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

/** Returns the texts for models of a tool that belongs to no agent. */
export function toLockedDefinition(definition: ToolDefinition): LockedTool {
  return withFingerprint(definition.name, toTexts(definition));
}

/** Returns the fingerprint of a tool's name and texts. */
export function toToolFingerprint(
  name: string,
  { fingerprint: _fingerprint, ...texts }: LockedTool,
): string {
  return toJsonFingerprint({ name, ...texts });
}

/** Returns the fingerprint of an object's canonical JSON. The object must not change afterwards. */
export function toJsonFingerprint(value: object): string {
  const cached = fingerprints.get(value);
  if (cached !== undefined) return cached;
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
