import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { readCpuSeconds } from '../servers/read-cpu-seconds.ts';
import { connectHost } from './connect-host.ts';

/** A process of `formwork mcp`, and a host that is connected to it. */
export interface BenchBridge {
  readonly client: Client;
  /** Returns the processor time that the process has used so far, in seconds. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

const COMMAND = new URL('../../../packages/cli/bin/formwork.cjs', import.meta.url).pathname;

/** Starts a bridge on standard input and output, as most hosts do. */
export async function startStdioBridge(agent: string): Promise<BenchBridge> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...toNodeFlags(), COMMAND, 'mcp', agent],
    env: toEnvironment(),
    stderr: 'inherit',
  });
  const client = await connectHost(transport);
  return {
    client,
    cpuSeconds: () => readCpuSeconds(transport.pid ?? undefined),
    stop: () => client.close(),
  };
}

/** Starts a bridge at a URL, which several hosts can share. */
export async function startHttpBridge(agent: string): Promise<BenchBridge> {
  const child = spawn(
    process.execPath,
    [...toNodeFlags(), COMMAND, 'mcp', '--http', '--port', '0', agent],
    { stdio: ['ignore', 'pipe', 'inherit'], env: toEnvironment() },
  );
  const line: unknown[] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('The bridge has ended'))),
  ]);
  const client = await connectHost(new URL(String(line[0])));
  return {
    client,
    cpuSeconds: () => readCpuSeconds(child.pid),
    async stop() {
      await client.close();
      child.kill();
    },
  };
}

/** Returns the flags of Node for a bridge from `BRIDGE_FLAGS`, such as `--cpu-prof`. */
function toNodeFlags(): readonly string[] {
  return (process.env['BRIDGE_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '');
}

function toEnvironment(): Record<string, string> {
  // The bridge gets its key here, so that it writes no file with a key.
  return { PATH: process.env['PATH'] ?? '', FORMWORK_MCP_KEY: randomBytes(32).toString('hex') };
}
