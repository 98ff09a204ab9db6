import { getOwn } from '@formwork/schema/json';
import type { ListedTool } from '../catalog/bridge-tool.ts';
import { INSTRUCTIONS } from '../catalog/instructions.ts';
import { toAnnotations, TASK_TOOL, TASK_TOOL_NAME } from '../catalog/shared-tools.ts';
import type { BridgeLock } from './bridge-lock.ts';
import { toLines, toLockedDefinition } from './to-locked-tool.ts';

/** The text that models read in place of one that is withheld. */
export const WITHHELD_TEXT = 'Withheld until the operator accepts it.';

/** Makes the error text for a call of a tool that is withheld. */
export function toWithheldMessage(name: string): string {
  return `The tool ${JSON.stringify(name)} is withheld until the operator accepts it: it is not what was accepted before. Nothing was sent.`;
}

/**
 * Makes the placeholder for a changed tool in the list of tools, with the name that was accepted.
 */
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

/** Returns the bridge's own texts for models, which differ between versions of the bridge. */
export function toBridgeTexts(): BridgeLock['bridge'] {
  return {
    instructions: toLines(INSTRUCTIONS),
    tools: { [TASK_TOOL_NAME]: toLockedDefinition(TASK_TOOL) },
  };
}

/**
 * True if models may read the server's instructions: the lock accepts them, or there is no lock.
 */
export function mayShowInstructions(lock: BridgeLock | undefined): boolean {
  return lock === undefined || lock.bridge.instructions.join('\n') === INSTRUCTIONS;
}

/**
 * True if models may read the texts of the task tool: the lock accepts them, or there is no lock.
 */
export function mayOfferTaskTool(lock: BridgeLock | undefined): boolean {
  if (lock === undefined) return true;
  const locked = getOwn(lock.bridge.tools, TASK_TOOL_NAME);
  return locked?.fingerprint === toLockedDefinition(TASK_TOOL).fingerprint;
}
