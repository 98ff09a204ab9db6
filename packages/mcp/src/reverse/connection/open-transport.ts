import type { BridgeLogger } from '../../bridge-logger.ts';
import { toCleanLine } from '../../text/to-clean-text.ts';
import type { McpSource } from '../mcp-source.ts';
import { tapTransport } from './tap-transport.ts';
import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

const MAX_LINE = 2000;

/** How long an HTTP server may take to hear that a session is over, in milliseconds. */
const GOODBYE_MS = 1000;

/** A way to the server that was not taken yet. */
export interface OpenedTransport {
  readonly transport: Transport;
  /** Tells an HTTP server that the session is over. Never rejects. */
  readonly sayGoodbye: () => Promise<void>;
}

export function openTransport(source: McpSource, logger: BridgeLogger): OpenedTransport {
  if ('command' in source) {
    const { command, args = [], env = {}, cwd } = source;
    const stdio = new StdioClientTransport({
      command,
      args: [...args],
      env: { ...env },
      stderr: 'pipe',
      ...(cwd !== undefined && { cwd }),
    });
    if (stdio.stderr instanceof Readable) logLines(stdio.stderr, logger);
    return { transport: tapTransport(stdio, 'process'), sayGoodbye: async () => {} };
  }
  const http = new StreamableHTTPClientTransport(new URL(source.url), {
    // Headers may be credentials, and are for this address alone.
    requestInit: { headers: { ...source.headers }, redirect: 'error' },
  });
  return {
    transport: tapTransport(http, 'http'),
    async sayGoodbye() {
      if (http.sessionId === undefined) return;
      const late = new Promise((resolve) => setTimeout(resolve, GOODBYE_MS).unref());
      await Promise.race([http.terminateSession().catch(() => {}), late]);
    },
  };
}

/** Puts what a program says on its standard error into our log, line by line. */
function logLines(stream: Readable, logger: BridgeLogger): void {
  createInterface({ input: stream }).on('line', (line) => {
    const text = toCleanLine(line, { most: MAX_LINE });
    if (text !== '') logger.info('The MCP server says', { text });
  });
}
