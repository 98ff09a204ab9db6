import type { TaskLogger } from '@formwork/core';

/**
 * The logger to which a bridge reports what its operator should know. It must not write to stdout,
 * which carries MCP when the transport is stdio.
 */
export interface BridgeLogger extends Pick<TaskLogger, 'info' | 'warn'> {}

/** A logger that drops everything. */
export const SILENT_LOGGER: BridgeLogger = { info: () => {}, warn: () => {} };
