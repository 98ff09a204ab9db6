import { toFingerprint, type Json } from '@formwork/core';
import type { BridgeTool, ToolDefinition } from '../catalog/bridge-tool.ts';
import { toPrompt } from '../prompts/skill-prompts.ts';
import type { LockedTool } from './bridge-lock.ts';

/** What a model reads of an agent's tool and its prompt, and which skill that leads to. */
export function toLockedTool({ definition, target }: BridgeTool): LockedTool {
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

/** The fingerprint of anything as JSON holds it. */
export function toJsonFingerprint(value: unknown): string {
  return toFingerprint({ value: JSON.parse(JSON.stringify(value)) as Json });
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
