import type { Bridge, BridgeAuditListener, serveBridgeStdio } from '@formwork/mcp';
import type { Command } from 'commander';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { UsageError } from '../../errors/errors.ts';
import { collect } from '../../input/flag-values.ts';
import { addLockFlag, findLock, type LockFlags } from '../../mcp/find-lock.ts';
import type { McpSettings } from '../../mcp/read-mcp-settings.ts';
import { tightenConfigFolder } from '../../save/folders.ts';
import type { Console } from '../../terminal/console.ts';
import { createInterrupt } from '../../terminal/interrupt.ts';
import { addCommonFlags, type CommonFlags } from '../common-flags.ts';
import { defineMcpAccept } from './define-mcp-accept.ts';
import { defineMcpDiff } from './define-mcp-diff.ts';
import { defineMcpDoctor } from './define-mcp-doctor.ts';

interface McpFlags extends CommonFlags, LockFlags {
  readonly http?: boolean;
  readonly allowAnonymous?: boolean;
  readonly host?: string;
  readonly port?: string;
  readonly cards?: string | boolean;
  readonly pins?: string | boolean;
  readonly app?: boolean;
  readonly registry?: string;
  readonly trust?: readonly string[];
  readonly audit?: string;
}

/**
 * Adds the command `formwork mcp URL...`, which serves the skills of agents as tools for MCP hosts.
 */
export function defineMcp(program: Command, console: Console): void {
  const command = program
    .command('mcp')
    .description('give hosts of the Model Context Protocol the skills of agents as tools')
    .helpCommand(false)
    .argument('[agents...]', 'URL of an agent, or ALIAS=URL')
    .option('--config <file>', 'JSON file with agents, credentials, allow and deny lists')
    .option('--registry <url>', 'a registry: the skills of its agents become tools as well')
    .option(
      '--trust <origin>',
      'an origin where agents of the registry may be, wherever it leads; may be repeated',
      collect,
    )
    .option('--http', 'serve over streamable HTTP at /mcp instead of standard input and output')
    .option('--host <host>', 'address to serve at, with --http (default 127.0.0.1)')
    .option('--port <port>', 'port to serve at, with --http (default 4180)')
    .option(
      '--allow-anonymous',
      'let every program on this machine use the credentials of the bridge, with --http',
    )
    .option(
      '--cards <folder>',
      'folder for the last good card of each agent (default: in your cache)',
    )
    .option('--no-cards', 'keep no cards between runs')
    .option(
      '--pins <file>',
      'file with the keys that cards were first signed with (default: beside the key of handles)',
    )
    .option('--no-pins', 'accept cards whatever key signed them')
    .option('--audit <file>', 'file for security events, one line of JSON each (FORMWORK_AUDIT)')
    .option('--no-app', 'no page that hosts show for tools')
    .action((words: readonly string[], flags: McpFlags) => runMcp(words, flags, console));
  addCommonFlags(addLockFlag(command).option('--no-lock', 'serve whatever agents offer'), [
    'formwork mcp http://127.0.0.1:4100',
    'formwork mcp shop=https://shop.example.com trips=https://trips.example.com',
    'formwork mcp --registry https://registry.example.com',
    'formwork mcp --config agents.json --http --port 4180',
  ]).addHelpText(
    'after',
    '\nFORMWORK_TOKEN_<ALIAS> is sent to that agent as a bearer token. Everything that is\nsaid goes to standard error.',
  );
  for (const define of [defineMcpDiff, defineMcpAccept, defineMcpDoctor]) define(command, console);
}

async function runMcp(words: readonly string[], flags: McpFlags, console: Console): Promise<void> {
  // Loaded here, because no other command needs it.
  const { createBridge, readBridgeLock, readHandleKey, serveBridgeStdio } =
    await import('@formwork/mcp');
  const { readMcpSettings } = await import('../../mcp/read-mcp-settings.ts');
  const { pinAgents } = await import('../../mcp/bridge-pins.ts');
  const { env } = process;
  const settings = await readMcpSettings({
    words,
    config: flags.config,
    cardFolder: flags.cards === true ? undefined : flags.cards,
    pins: flags.pins === true ? undefined : flags.pins,
    app: flags.app,
    registry: flags.registry,
    trust: flags.trust,
    env,
  });
  const log = createLog(console, flags.verbose === true);
  tightenConfigFolder(settings.handleKeyFile);
  const handleKey = await readKey(readHandleKey, { file: settings.handleKeyFile, log });
  const lockFile = findLock(flags);
  const lock = lockFile === undefined ? undefined : await readBridgeLock(lockFile);
  const audit = await openAudit(flags.audit ?? env['FORMWORK_AUDIT'] ?? settings.auditFile);
  const bridge = createBridge({
    ...pinAgents(settings.bridge, { pinFile: settings.pinFile, warn: log.warn }),
    handleKey,
    ...(audit && { audit }),
    logger: log,
    ...(lock !== undefined && { lock }),
  });
  if (lockFile !== undefined) {
    const { watchLock } = await import('../../mcp/watch-lock.ts');
    log.info('What was accepted is served', { lock: lockFile });
    watchLock(lockFile, { bridge, logger: log });
  }
  // Does not wait, because a host asks for the list at once, even if an agent does not answer.
  void bridge.agents.listTools();
  if (flags.http === true) await serveHttp(bridge, settings, { flags, console });
  else serveStdio(bridge, log, serveBridgeStdio);
}

/** Serves the tools over HTTP until the command is interrupted. */
async function serveHttp(
  bridge: Bridge,
  settings: McpSettings,
  { flags, console }: { readonly flags: McpFlags; readonly console: Console },
): Promise<void> {
  const { serveMcpHttp } = await import('../../mcp/serve-mcp-http.ts');
  const interrupt = createInterrupt();
  const host = flags.host ?? '127.0.0.1';
  const served = await serveMcpHttp(bridge, {
    ...settings,
    host,
    port: toPort(flags.port),
    allowAnonymous: flags.allowAnonymous === true,
  });
  console.out(served.url);
  if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
  await served.close();
  await bridge.close();
  process.exit(0);
}

/** Serves the tools to the host that has started the command, until it ends its input. */
function serveStdio(bridge: Bridge, log: Log, serve: typeof serveBridgeStdio): void {
  const handle = serve(bridge, {
    onError: ({ message }) => log.info('The connection says', { message }),
  });
  const end = async (): Promise<void> => {
    await handle.close();
    await bridge.close();
    // Otherwise open connections to agents would keep the process alive for a while.
    process.exit(0);
  };
  process.stdin.once('end', () => void end());
  process.once('SIGTERM', () => void end()).once('SIGINT', () => void end());
}

interface Log {
  readonly info: (message: string, fields?: object) => void;
  readonly warn: (message: string, fields?: object) => void;
}

function createLog({ err }: Console, isVerbose: boolean): Log {
  const write = (message: string, fields?: object): void =>
    err(fields === undefined ? message : `${message} ${JSON.stringify(fields)}`);
  return { warn: write, info: isVerbose ? write : () => {} };
}

async function openAudit(file = ''): Promise<BridgeAuditListener | undefined> {
  if (file === '') return undefined;
  const { createAuditFile } = await import('../../save/audit-file.ts');
  try {
    return await createAuditFile(resolve(file));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `Cannot bridge because the audit must be a file that can be written: ${reason}`,
      { cause: error },
    );
  }
}

async function readKey(
  read: (options: { text?: string | undefined; file?: string }) => Promise<Uint8Array>,
  {
    file,
    log,
  }: {
    readonly file: string;
    readonly log: Log;
  },
): Promise<Uint8Array> {
  const { FORMWORK_MCP_KEY: text } = process.env;
  if (text !== undefined && text !== '') return read({ text });
  try {
    return await read({ file });
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code === 'BRIDGE_INVALID')
      throw error;
    log.warn(`Handles of tasks will not outlive this process: ${error.message}`);
    return read({});
  }
}

function toPort(text = '4180'): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError(
    `Cannot serve because --port must be an integer from 0 to 65535: current value is ${JSON.stringify(text)}`,
  );
}
