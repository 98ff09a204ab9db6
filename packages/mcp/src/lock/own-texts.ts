import { getOwn } from '@formwork/schema/internal';
import { TASK_TOOL, TASK_TOOL_NAME } from '../catalog/shared-tools.ts';
import { INSTRUCTIONS } from '../catalog/instructions.ts';
import type { BridgeLock } from './bridge-lock.ts';
import { toLines, toLockedDefinition } from './to-locked-tool.ts';

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
