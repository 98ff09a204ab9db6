import type { ListedTool } from '../catalog/bridge-tool.ts';
import { INSTRUCTIONS } from '../catalog/instructions.ts';
import { toAnnotations, TASK_TOOL, TASK_TOOL_NAME } from '../catalog/shared-tools.ts';
import type { BridgeLock } from './bridge-lock.ts';
import { toLines, toLockedDefinition } from './to-locked-tool.ts';
import { getOwn } from '@formwork/schema/internal';

/** All that a model reads of what is withheld. */
export const WITHHELD_TEXT = 'Withheld until the operator accepts it.';

/** Answers a call of a withheld tool. */
export function toWithheldMessage(name: string): string {
  return `The tool ${JSON.stringify(name)} is withheld until the operator accepts it: it is not what was accepted before. Nothing was sent.`;
}

/** Creates the entry in the place of a tool that has changed. The name is the accepted one. */
export function toWithheldTool(name: string): ListedTool {
  return {
    name,
    title: name,
    description: WITHHELD_TEXT,
    inputSchema: { type: 'object', properties: {} },
    annotations: toAnnotations(),
    _meta: {},
  };
}

/** The bridge's own texts for a model; another version may say them in other words. */
export function toOwnTexts(): BridgeLock['bridge'] {
  return {
    instructions: toLines(INSTRUCTIONS),
    tools: { [TASK_TOOL_NAME]: toLockedDefinition(TASK_TOOL) },
  };
}

/** True if the instructions are those that were accepted, or nothing has to be. */
export function mayInstruct(lock: BridgeLock | undefined): boolean {
  return lock === undefined || lock.bridge.instructions.join('\n') === INSTRUCTIONS;
}

/** The same of the tool that goes on with tasks. */
export function mayOfferTaskTool(lock: BridgeLock | undefined): boolean {
  if (lock === undefined) return true;
  const locked = getOwn(lock.bridge.tools, TASK_TOOL_NAME);
  return locked?.fingerprint === toLockedDefinition(TASK_TOOL).fingerprint;
}
