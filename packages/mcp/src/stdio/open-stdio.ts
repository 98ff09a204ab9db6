import type { Transport } from '@modelcontextprotocol/server';
import {
  serveStdio,
  type StdioServerHandle,
  StdioServerTransport,
} from '@modelcontextprotocol/server/stdio';
import type { Bridge } from '../create-bridge.ts';
import { tellChange } from '../server/tell-change.ts';
import { withExactNumbers } from './exact-transport.ts';

/** Options of {@link serveBridgeStdio}. */
export interface StdioOptions {
  /**
   * The transport to serve on. Default: the standard input and output of this process, which
   * nothing else may then write to.
   */
  readonly transport?: Transport;
  /** Called with errors that belong to no request. Default: they are ignored. */
  readonly onError?: (error: Error) => void;
}

/** Opens the connection over standard streams, in a module that loads the SDK. */
export function openStdio(bridge: Bridge, { transport, onError }: StdioOptions): StdioServerHandle {
  const servers = new Set<Awaited<ReturnType<Bridge['factory']>>>();
  const handle = serveStdio(
    async (context) => {
      const server = await bridge.factory(context);
      servers.add(server);
      return server;
    },
    {
      transport: withExactNumbers(transport ?? new StdioServerTransport()),
      ...(onError !== undefined && { onerror: onError }),
    },
  );
  const stop = bridge.onChange(() => {
    for (const server of servers) {
      tellChange(server);
    }
  });
  return {
    async close() {
      stop();
      await handle.close();
    },
  };
}
