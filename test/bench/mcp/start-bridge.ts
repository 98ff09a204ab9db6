import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { readCpuSeconds } from '../servers/read-cpu-seconds.ts';
import { connectHost } from './connect-host.ts';

/** A process of `formwork mcp` or of the bare server, and a host that is connected to it. */
export interface BenchBridge {
  readonly client: Client;
  /** Returns the processor time that the process has used so far, in seconds. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

const COMMAND = new URL('../../../packages/cli/bin/formwork.cjs', import.meta.url).pathname;
const BARE = new URL('bare-server.ts', import.meta.url).pathname;

/** Starts a bridge on standard input and output, as most hosts do. */
export function startStdioBridge(agent: string): Promise<BenchBridge> {
  return startStdio([...toNodeFlags(), COMMAND, 'mcp', agent]);
}

/** Starts a bridge at a URL, which several hosts can share. */
export function startHttpBridge(agent: string): Promise<BenchBridge> {
  return startHttp([...toNodeFlags(), COMMAND, 'mcp', '--http', '--port', '0', agent]);
}

/** Starts the bare server of the SDK for the agent at a URL, as a bridge over stdio. */
export function startBareStdio(url: string): Promise<BenchBridge> {
  return startStdio([BARE, 'stdio', url]);
}

/** Starts the bare server of the SDK for the agent at a URL, as a bridge over HTTP. */
export function startBareHttp(url: string): Promise<BenchBridge> {
  return startHttp([BARE, 'http', url]);
}

async function startStdio(args: readonly string[]): Promise<BenchBridge> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
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

async function startHttp(args: readonly string[]): Promise<BenchBridge> {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, args, { stdio: [...stdio], env: toEnvironment() });
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
