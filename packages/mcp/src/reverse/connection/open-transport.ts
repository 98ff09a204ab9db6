import { StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Readable } from 'node:stream';
import type { BridgeLogger } from '../../bridge-logger.ts';
import { toCleanLine } from '../../text/to-clean-text.ts';
import type { McpSource } from '../mcp-agent.ts';
import { readLines } from './read-lines.ts';
import { TappedProcess, TappedTransport } from './tapped-transport.ts';

const MAX_LINE = 2000;

/**
 * The most bytes of a program's answer that are read: a longer one ends the program. The SDK takes 10 MB,
 * which the file of one call exceeds, and all other calls would end with it.
 */
const MAX_ANSWER = 64 * 1024 * 1024;

/** The longest time that telling an HTTP server of the session's end may take, in milliseconds. */
const GOODBYE_MS = 1000;

/** A transport that is open, but has no client yet. */
export interface OpenedTransport {
  readonly transport: Transport;
  /** Tells an HTTP server that the session has ended. Never rejects. */
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
      maxBufferSize: MAX_ANSWER,
      ...(cwd !== undefined && { cwd }),
    });
    if (stdio.stderr instanceof Readable) logLines(stdio.stderr, logger);
    return { transport: new TappedProcess(stdio), sayGoodbye: async () => {} };
  }
  const http = new StreamableHTTPClientTransport(new URL(source.url), {
    // Headers may be credentials, and are for this address alone: a redirect is no success.
    requestInit: { headers: { ...source.headers }, redirect: 'manual' },
  });
  return {
    transport: new TappedTransport(http),
    async sayGoodbye() {
      if (http.sessionId === undefined) return;
      const late = new Promise((resolve) => setTimeout(resolve, GOODBYE_MS).unref());
      await Promise.race([http.terminateSession().catch(() => {}), late]);
    },
  };
}

/** Copies the standard error of a program to the log, line by line. */
function logLines(stream: Readable, logger: BridgeLogger): void {
  readLines(stream, {
    // Colours and the like do not count for the text that is shown.
    most: 4 * MAX_LINE,
    onLine(line) {
      const text = toCleanLine(line, { most: MAX_LINE });
      if (text !== '') logger.info('The MCP server says', { text });
    },
  });
}
