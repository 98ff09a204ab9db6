import type { Agent } from '@formwork/core';
import type { McpAgentOptions, McpSource } from '@formwork/mcp';
import { toErrorText } from '@formwork/schema';
import type { Command } from 'commander';
import { once } from 'node:events';
import { UsageError } from '../../errors/errors.ts';
import { collect } from '../../input/flag-values.ts';
import { readSettings } from '../../serve/read-settings.ts';
import { parseDuration } from '../../serve/settings-table.ts';
import type { Console } from '../../terminal/console.ts';
import { createInterrupt } from '../../terminal/interrupt.ts';
import { toSafeJson } from '../../terminal/safe-text.ts';
import { addCommonFlags, addServeFlags, type CommonFlags } from '../common-flags.ts';

/** The environment variable whose value is sent to an MCP server over HTTP as a bearer token. */
const TOKEN_VARIABLE = 'FORMWORK_MCP_TOKEN';

type Flags = CommonFlags & ServeMcpFlags & Readonly<Record<string, unknown>>;

/**
 * Adds the commands `formwork serve-mcp COMMAND [ARGS...]` and `formwork serve-mcp URL`, which
 * serve the tools of an MCP server as an agent.
 */
export function defineServeMcp(program: Command, console: Console): void {
  const command = program
    .command('serve-mcp')
    .description('serve the tools of an MCP server as an agent')
    .argument('<server...>', 'program with its arguments, or URL; flags stand before it')
    .passThroughOptions()
    .option('--name <name>', 'what the agent is called (default: as the server is)')
    .option('--env <name>', 'NAME passes a variable on to the program, NAME=VALUE sets it', collect)
    .option('--cwd <folder>', 'folder that the program starts in')
    .option('--allow <name>', 'tools that become skills; * stands for any characters', collect)
    .option('--deny <name>', 'tools that do not', collect)
    .option('--call-timeout <time>', 'how long one call may take, such as 5m (default: forever)')
    .action(async (words: readonly string[], flags: Flags) => {
      const settings = await readSettings({ flags, env: process.env });
      const source = readMcpSource(words, { flags, env: process.env });
      const options = readMcpAgentOptions(flags);
      // Loaded here, because no other command needs it.
      const { createMcpAgent } = await import('@formwork/mcp');
      const { createConsoleLogger } = await import('@formwork/schema/options');
      const { serveAgent } = await import('../../serve/serve-agent.ts');
      const interrupt = createInterrupt();
      const log = createConsoleLogger();
      const logger: McpAgentOptions['logger'] = {
        info: (message, fields) => log.info(message, { ...fields }),
        warn: (message, fields) => log.warn(message, { ...fields }),
      };
      const mcp = await createMcpAgent(source, { ...options, logger });
      const { agent } = mcp;
      try {
        const served = await serveAgent(agent, { settings });
        const { url, formsUrl, mcpUrl } = served;
        const replace = (next: Agent): void => {
          try {
            served.replaceAgent(next);
          } catch (error) {
            log.warn('The tools are served as they were', { error: toErrorText(error) });
          }
        };
        mcp.onAgentChanged(replace);
        // The agent may have changed while its doors were being opened.
        if (mcp.agent !== agent) replace(mcp.agent);
        if (flags.json === true)
          console.out(toSafeJson({ name: agent.name, url, forms: formsUrl, mcp: mcpUrl }, 0));
        else {
          const { formatDoors } = await import('../serve/format-doors.ts');
          const { paint } = console;
          console.out(formatDoors(agent, { url, formsUrl, mcpUrl, settings, paint }));
        }
        if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
        await served.close();
      } finally {
        await mcp.close();
      }
      // A handler that ignores its signal must not keep the process alive.
      process.exit(0);
    });
  addCommonFlags(addServeFlags(command), [
    'formwork serve-mcp npx -y @modelcontextprotocol/server-everything',
    'formwork serve-mcp --port 4200 --env GITHUB_TOKEN --deny "delete_*" github-mcp-server stdio',
    'formwork serve-mcp https://tools.example.com/mcp',
  ]).addHelpText(
    'after',
    '\nThe program gets PATH, HOME and the like, and the variables of --env; no others. What it\nwrites to standard error is in the log. FORMWORK_MCP_TOKEN is sent to a URL as a bearer\ntoken.',
  );
}

/** The flags of the command `formwork serve-mcp`. */
interface ServeMcpFlags {
  readonly name?: string;
  readonly env?: readonly string[];
  readonly cwd?: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly callTimeout?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the source of the tools from the command line: an address, or a program with its arguments.
 */
export function readMcpSource(
  [first = '', ...args]: readonly string[],
  {
    flags,
    env,
  }: {
    readonly flags: ServeMcpFlags;
    readonly env: Environment;
  },
): McpSource {
  if (/^https?:\/\//iu.test(first)) {
    const vain = args.length > 0 ? args[0] : (flags.env?.[0] ?? flags.cwd);
    if (vain !== undefined || !URL.canParse(first)) {
      throw new UsageError(
        `Cannot serve because a server at an address takes no arguments, --env or --cwd: current value is ${JSON.stringify(vain ?? first)}`,
      );
    }
    const { [TOKEN_VARIABLE]: token } = env;
    return {
      url: first,
      ...(token !== undefined && token !== '' && { headers: { authorization: `Bearer ${token}` } }),
    };
  }
  return {
    command: first,
    args,
    env: readVariables(flags.env ?? [], env),
    ...(flags.cwd !== undefined && { cwd: flags.cwd }),
  };
}

/** Returns the options with which the agent is made, from the flags. */
export function readMcpAgentOptions(flags: ServeMcpFlags): McpAgentOptions {
  const { name, allow, deny, callTimeout } = flags;
  const callTimeoutMs = callTimeout === undefined ? undefined : parseDuration(callTimeout);
  if (callTimeout !== undefined && (callTimeoutMs === undefined || callTimeoutMs < 1)) {
    throw new UsageError(
      `Cannot serve because --call-timeout must be a time such as 30s or 5m: current value is ${JSON.stringify(callTimeout)}`,
    );
  }
  return {
    ...(name !== undefined && { name }),
    ...(allow && { allow }),
    ...(deny && { deny }),
    ...(callTimeoutMs !== undefined && { callTimeoutMs }),
  };
}

/**
 * Reads environment variables for the program: `NAME` passes on a variable of this process,
 * `NAME=VALUE` sets one. Errors show no values, because they may be secrets.
 */
function readVariables(
  words: readonly string[],
  env: Environment,
): Readonly<Record<string, string>> {
  const pairs = words.map((word): readonly [string, string] => {
    const at = word.indexOf('=');
    const name = at === -1 ? word : word.slice(0, at);
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/u.test(name)) {
      throw new UsageError(
        `Cannot serve because --env must be NAME or NAME=VALUE: current name is ${JSON.stringify(name)}`,
      );
    }
    const value = at === -1 ? env[name] : word.slice(at + 1);
    if (value === undefined) {
      throw new UsageError(
        `Cannot serve because --env ${name} passes a variable on: current value is not set. Set it, or write ${name}=VALUE.`,
      );
    }
    return [name, value];
  });
  return Object.fromEntries(pairs);
}
