import type { BridgeOptions, McpRouterOptions } from '@formwork/mcp';

/** How `formwork mcp` bridges: what the config file says, and the command line. */
export interface McpSettings {
  readonly bridge: Omit<BridgeOptions, 'logger' | 'handleKey' | 'lock'>;
  /** Where the key of handles is kept. */
  readonly handleKeyFile: string;
  /** Who may call over HTTP, by name. None: whoever can reach this machine. */
  readonly callers: ReadonlyMap<string, string>;
  readonly router: Pick<McpRouterOptions, 'allowedHosts' | 'allowedOrigins'>;
}
