/** Where a bridge says what its operator should know. Never stdout: that is MCP's over stdio. */
export interface BridgeLogger {
  readonly info: (message: string, fields?: object) => void;
  readonly warn: (message: string, fields?: object) => void;
}

/** Says nothing. */
export const SILENT_LOGGER: BridgeLogger = { info: () => {}, warn: () => {} };
