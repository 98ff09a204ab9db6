import type { BridgeLogger } from '../bridge-logger.ts';
import { TASK_TOOL_NAME } from '../catalog/shared-tools.ts';
import type { AdmittedAgent } from './admit-agent.ts';
import type { BridgeLock } from './bridge-lock.ts';
import { mayShowInstructions, mayOfferTaskTool } from './withheld-tool.ts';

const ADVICE = 'Look at it with "formwork mcp diff", and accept it with "formwork mcp accept".';

/** Warns the operator of the texts of an agent that are newly withheld or gone. */
export function warnOfWithheldTools(
  { withheld, removed, mayShowCard }: AdmittedAgent,
  {
    alias,
    before,
    logger,
  }: {
    readonly alias: string;
    /** The admission before this one; warnings that it caused are not repeated. */
    readonly before: AdmittedAgent | undefined;
    readonly logger: BridgeLogger;
  },
): void {
  const earlierKeys = new Set(before?.withheld.map(toKey));
  for (const tool of withheld) {
    if (earlierKeys.has(toKey(tool))) continue;
    const reason = tool.kind === 'new' ? 'is new' : 'is not what was accepted';
    logger.warn(
      `Tool ${JSON.stringify(tool.name)} of "${alias}" ${reason}, and is withheld. ${ADVICE}`,
    );
  }
  for (const name of removed) {
    if (before?.removed.includes(name) === true) continue;
    logger.warn(`Tool ${JSON.stringify(name)} of "${alias}" was accepted, and is no longer there`);
  }
  if (mayShowCard || before?.mayShowCard === false || withheld.length > 0) return;
  logger.warn(
    `The card of "${alias}" is not what was accepted, and is withheld; none of its tools is. ${ADVICE}`,
  );
}

/**
 * Warns the operator of the bridge's own texts that are withheld, which happens when another
 * version of the bridge has other texts.
 */
export function warnOfWithheldTexts(lock: BridgeLock | undefined, { warn }: BridgeLogger): void {
  if (!mayShowInstructions(lock)) {
    warn(`The instructions of the server are not what was accepted, and are withheld. ${ADVICE}`);
  }
  if (!mayOfferTaskTool(lock)) {
    warn(`Tool "${TASK_TOOL_NAME}" is not what was accepted, and is withheld. ${ADVICE}`);
  }
}

function toKey({ name, kind, fingerprint }: AdmittedAgent['withheld'][number]): string {
  return `${kind} ${fingerprint} ${name}`;
}
