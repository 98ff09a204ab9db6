import { once } from 'node:events';
import { toErrorText } from '@formwork/schema/internal';
import type { Agent } from '@formwork/core';
import type { McpAgentOptions } from '@formwork/mcp';
import type { Command } from 'commander';
import {
  readMcpAgentOptions,
  readMcpSource,
  type ServeMcpFlags,
} from '../../mcp/read-mcp-source.ts';
import { readSettings } from '../../serve/read-settings.ts';
import type { Console } from '../../terminal/console.ts';
import { createInterrupt } from '../../terminal/interrupt.ts';
import { toSafeJson } from '../../terminal/safe-text.ts';
import { addCommonFlags, type CommonFlags, addServeFlags } from '../common-flags.ts';

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
      const { createConsoleLogger } = await import('@formwork/server/internal');
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
        const replace = (next: Agent): void =>
          void served.replaceAgent(next).catch((error: unknown) => {
            log.warn('The tools are served as they were', { error: toErrorText(error) });
          });
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

/**
 * Adds a value to those of a flag that may be given several times. The flag takes one value each
 * time, because a program's name comes after it.
 */
function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
