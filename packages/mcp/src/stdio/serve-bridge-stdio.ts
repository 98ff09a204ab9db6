import type { StdioServerHandle } from '@modelcontextprotocol/server/stdio';
import type { Bridge } from '../create-bridge.ts';
import type { StdioOptions } from './open-stdio.ts';

/**
 * Serves a bridge to one host over the standard input and output of this process.
 *
 * @example
 * ```ts
 * import { createBridge, serveBridgeStdio } from '@formwork/mcp';
 *
 * const bridge = createBridge({ agents: [{ alias: 'shop', url: 'https://shop.example.com' }] });
 * const handle = serveBridgeStdio(bridge, { onError: (error) => console.error(error.message) });
 * process.once('SIGTERM', () => void handle.close());
 * ```
 */
export function serveBridgeStdio(bridge: Bridge, options: StdioOptions = {}): StdioServerHandle {
  // Loads the SDK late, because that takes a while and servers over HTTP do not need it.
  const opening = import('./open-stdio.ts').then(({ openStdio }) => openStdio(bridge, options));
  opening.catch((error: unknown) => {
    options.onError?.(error instanceof Error ? error : new Error(String(error)));
  });
  return {
    async close() {
      const handle = await opening;
      await handle.close();
    },
  };
}
