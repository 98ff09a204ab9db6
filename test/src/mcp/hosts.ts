import {
  createBridge,
  createMcpRouter,
  type BridgeOptions,
  type McpRouterOptions,
} from '@formwork/mcp';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import express from 'express';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { TEST_LIMIT, WAIT_LIMIT } from '../support/limits.ts';
import { onTestFinished } from '../support/test-end.ts';

/** The question that a host shows to a person. */
export interface ShownQuestion {
  readonly message: string;
  readonly mode?: string;
  readonly url?: string;
  readonly requestedSchema?: {
    readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly required?: readonly string[];
  };
}

export interface PersonAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Record<string, string | number | boolean | string[]>;
}

/** The capabilities of a test's MCP host. */
export interface HostOptions {
  /**
   * Answers the questions that the host shows to a person. Default: the host cannot ask anybody.
   */
  readonly person?: (question: ShownQuestion) => PersonAnswer;
  /** True if the host can also send a person to a URL. Default false. */
  readonly urls?: boolean;
  /** Registers a function that stops what was started. Default: it runs when the test is over. */
  readonly onEnd?: (end: () => Promise<void>) => void;
}

/** The result of a tool call, in the form that both SDKs share. */
export interface HostResult {
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

export interface CallTold {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

interface HostCallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (told: CallTold) => void;
}

/** An MCP host for tests, made with either of the two SDKs. */
export interface Host {
  listTools(): Promise<readonly HostTool[]>;
  call(name: string, args: object, options?: HostCallOptions): Promise<HostResult>;
  close(): Promise<void>;
  /** The client of the SDK, for calls that this interface lacks. */
  readonly client: ModernClient | OldClient;
}

interface HostTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
}

/** The kinds of hosts: the older or the newer SDK, over standard input and output or over HTTP. */
export const LEGS = ['old stdio', 'old http', 'new stdio', 'new http'] as const;
export type Leg = (typeof LEGS)[number];

const INFO = { name: 'test-host', version: '1' };
const ENV = { PATH: process.env['PATH'] ?? '', ...COMPILE_CACHE };
const CHILD = fileURLToPath(new URL('children/stdio-bridge.ts', import.meta.url));

/** What the SDKs' clients take for the time after which they give up a request. */
// Real time: this is the limit of all tests, which the SDKs have to be given.
const PATIENT = { timeout: TEST_LIMIT };

/**
 * Completes options of a bridge with limits that a busy machine does not reach: no agent is left out
 * of a list, and no pattern of a schema seems slow. A test that is about a limit sets it.
 */
export function toPatient({ agents, ...options }: BridgeOptions): BridgeOptions {
  return {
    listTimeoutMs: WAIT_LIMIT,
    cardTimeoutMs: WAIT_LIMIT,
    ...options,
    agents: agents.map((agent) => ({
      ...agent,
    })),
  };
}

/**
 * A transport that starts its program once. With its own class, the SDK would start a second
 * program to ask for the protocol revision; `command.test.ts` tests that case.
 */
export class StartedOnce extends ModernStdio {}

/** Starts a bridge and connects a host of a given kind to it, until the test is over. */
export async function connectHost(
  leg: Leg,
  bridge: BridgeOptions,
  options: HostOptions = {},
): Promise<Host> {
  const isOld = leg.startsWith('old');
  if (leg.endsWith('http')) {
    const url = await serveBridge(bridge, { allowAnonymous: true }, options.onEnd);
    return isOld
      ? connectOld(new OldHttp(url), options)
      : connectModern(new ModernHttp(url), options);
  }
  const { handleKey, ...rest } = toPatient(bridge);
  const key = handleKey === undefined ? {} : { handleKey: Buffer.from(handleKey).toString('hex') };
  const args = [CHILD, JSON.stringify({ ...rest, ...key })];
  const server = { command: process.execPath, args, stderr: 'ignore' as const, env: ENV };
  return isOld
    ? connectOld(new OldStdio(server), options)
    : connectModern(new StartedOnce(server), options);
}

/** Serves a bridge over HTTP until the test is over, and returns the URL of its MCP endpoint. */
export async function serveBridge(
  options: BridgeOptions,
  routerOptions: McpRouterOptions = {},
  onEnd: NonNullable<HostOptions['onEnd']> = onTestFinished,
): Promise<URL> {
  const bridge = createBridge(toPatient(options));
  const { router, close } = createMcpRouter(bridge, routerOptions);
  const app = express();
  app.use('/mcp', router);
  const server = app.listen(0, '127.0.0.1');
  // A client may use a connection at the moment at which the server ends it because it was idle.
  server.keepAliveTimeout = TEST_LIMIT;
  await once(server, 'listening');
  onEnd(async () => {
    await close();
    await bridge.close();
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

function toCapabilities({ person, urls = false }: HostOptions) {
  if (person === undefined) return {};
  return { elicitation: { form: {}, ...(urls && { url: {} }) } };
}

/** Makes a host with the SDK of protocol revision 2026-07-28. */
export async function connectModern(
  transport: ModernHttp | ModernStdio,
  options: HostOptions = {},
): Promise<Host> {
  const client = new ModernClient(INFO, {
    capabilities: toCapabilities(options),
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  });
  const { person, onEnd = onTestFinished } = options;
  if (person !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) =>
      Promise.resolve({ ...person(params as unknown as ShownQuestion) }),
    );
  }
  await client.connect(transport, PATIENT);
  onEnd(() => client.close());
  return {
    client,
    listTools: async () => (await client.listTools(undefined, PATIENT)).tools,
    call: async (name, args, { signal, onProgress } = {}) =>
      (await client.callTool(
        { name, arguments: { ...args } },
        { ...PATIENT, ...(signal && { signal }), ...(onProgress && { onprogress: onProgress }) },
      )) as HostResult,
    close: () => client.close(),
  };
}

/** Makes a host with the SDK of protocol revision 2025-11-25 and older. */
export async function connectOld(
  transport: OldHttp | OldStdio,
  options: HostOptions = {},
): Promise<Host> {
  const client = new OldClient(INFO, { capabilities: toCapabilities(options) });
  const { person, onEnd = onTestFinished } = options;
  if (person !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) =>
      Promise.resolve({ ...person(params as unknown as ShownQuestion) }),
    );
  }
  await client.connect(transport, PATIENT);
  onEnd(() => client.close());
  return {
    client,
    listTools: async () => (await client.listTools(undefined, PATIENT)).tools,
    call: async (name, args, { signal, onProgress } = {}) =>
      (await client.callTool({ name, arguments: { ...args } }, undefined, {
        ...PATIENT,
        ...(signal && { signal }),
        ...(onProgress && { onprogress: onProgress }),
      })) as HostResult,
    close: () => client.close(),
  };
}
