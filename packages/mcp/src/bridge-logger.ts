/**
 * The logger to which a bridge reports what its operator should know. It must not write to stdout,
 * which carries MCP when the transport is stdio.
 */
export interface BridgeLogger {
  readonly info: (message: string, fields?: object) => void;
  readonly warn: (message: string, fields?: object) => void;
}

/** A logger that drops everything. */
export const SILENT_LOGGER: BridgeLogger = { info: () => {}, warn: () => {} };
