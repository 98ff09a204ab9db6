import type { BridgeTool } from '../catalog/bridge-tool.ts';
import type { CallContext } from './call-context.ts';

/** How long an agent has to answer before its events are asked for, in milliseconds. */
const HEAD_START_MS = 100;

/** Most of what a call may wait that goes by without events: the task has to be known after that. */
const PART = 0.1;

/** Tools whose last call took longer: for these it would be two requests each time. */
const slow = new WeakSet<BridgeTool>();

/** Options of {@link toHeadStart}. */
export interface ToHeadStartOptions {
  readonly context: CallContext;
  /** How long the call waits, in milliseconds. */
  readonly waitMs: number;
}

/**
 * How long a call waits for its result in one answer, which costs less than a stream; 0 if the host
 * wants to hear of progress, or the tool takes longer anyway.
 */
export function toHeadStart(
  tool: BridgeTool,
  { context: { isTold }, waitMs }: ToHeadStartOptions,
): number {
  return isTold || slow.has(tool) ? 0 : Math.min(HEAD_START_MS, waitMs * PART);
}

/** Keeps in mind how long a call took, in milliseconds. */
export function noteTime(tool: BridgeTool, ms: number): void {
  if (ms > HEAD_START_MS) slow.add(tool);
  else slow.delete(tool);
}
