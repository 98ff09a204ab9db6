import { type BridgeAuditListener, createMcpAdapter } from '@formwork/mcp';
import type { ProtocolAdapter } from '@formwork/server';
import type { ServeSettings } from './read-settings.ts';

/** Makes the tools of an agent for MCP hosts, unless the settings leave them out. */
export function createAgentMcp(
  { mcp, allowedHosts, allowedOrigins }: ServeSettings,
  {
    handleKey,
    audit,
  }: {
    /** The key that encrypts handles. Default: one that lasts as long as the process. */
    readonly handleKey?: Uint8Array | undefined;
    /** Receives the security events of the door. */
    readonly audit?: BridgeAuditListener | undefined;
  },
): readonly ProtocolAdapter[] {
  if (mcp === false) return [];
  return [
    createMcpAdapter({
      agent: { lendModel: true },
      ...(handleKey && { handleKey }),
      ...(audit && { audit }),
      ...(allowedHosts && { allowedHosts }),
      ...(allowedOrigins && { allowedOrigins }),
    }),
  ];
}
