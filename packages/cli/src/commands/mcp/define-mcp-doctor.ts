import type { HostProblem, HostProfile, OfferedLock } from '@formwork/mcp';
import type { Command } from 'commander';
import { CliError, UsageError } from '../../errors/errors.ts';
import { readAgentOffers } from '../../mcp/agent-offers.ts';
import type { Console } from '../../terminal/console.ts';
import { toSafeJson, toSafeLine } from '../../terminal/safe-text.ts';
import { addCommonFlags, type CommonFlags } from '../common-flags.ts';
import { assertReached } from './define-mcp-diff.ts';

/**
 * The report about one MCP host: what it would drop or cut of the tools, and undocumented facts.
 */
interface HostReport {
  readonly host: HostProfile['id'];
  readonly title: string;
  readonly problems: readonly HostProblem[];
  /** The questions about the host that its documentation does not answer. */
  readonly unknown: readonly string[];
}

/**
 * Adds the command `formwork mcp doctor --host NAME [URL...]`, which says what an MCP host does
 * with the tools of agents.
 */
export function defineMcpDoctor(mcp: Command, console: Console): void {
  const command = mcp
    .command('doctor')
    .description('tell what a host would drop, cut or lose of the tools; ends with 1 if anything')
    .argument('[agents...]', 'URL of an agent, or ALIAS=URL (default: those of the lock)')
    .option('--host <name>', 'the host, such as claude-desktop, or all')
    .option('--config <file>', 'the config file of the bridge')
    .option('--server-name <name>', 'what the host calls the bridge', 'agents')
    .action(
      async (
        words: readonly string[],
        flags: CommonFlags & {
          readonly host?: string;
          readonly config?: string;
          readonly serverName: string;
        },
      ) => {
        const hosts = await chooseHosts(flags.host);
        const { checkHost, listUnknown } = await import('@formwork/mcp');
        const { budgetMs, offered } = await readAgentOffers({ words, flags });
        assertReached({ offered }, 'tell');
        const offer = { ...toOffer(offered), budgetMs, serverName: flags.serverName };
        const reports = hosts.map((host): HostReport => {
          const { id, title } = host;
          return { host: id, title, problems: checkHost(host, offer), unknown: listUnknown(host) };
        });
        const { leftOut } = offered;
        const tools = offer.tools.length;
        if (flags.json === true) console.out(toSafeJson({ tools, leftOut, hosts: reports }));
        else console.out(await formatReports(reports, { console, leftOut, tools }));
        const losing = reports.filter(({ problems }) => problems.some(isLoss));
        if (losing.length === 0 && leftOut.length === 0) return;
        const names = losing.map(({ title }) => title);
        throw new CliError(
          names.length === 0
            ? 'Cannot pass because skills are left out, whatever the host.'
            : `Cannot pass because something is lost in ${names.join(', ')}.`,
        );
      },
    );
  addCommonFlags(command, [
    'formwork mcp doctor --host claude-desktop http://127.0.0.1:4100',
    'formwork mcp doctor --host all --config agents.json --json',
  ]);
}

/**
 * Returns the host with a name, or all hosts without one. @throws UsageError that lists the hosts.
 */
async function chooseHosts(name: string | undefined): Promise<readonly HostProfile[]> {
  const { findHost, HOST_PROFILES } = await import('@formwork/mcp');
  if (name?.toLowerCase() === 'all') return HOST_PROFILES;
  const profile = name === undefined ? undefined : findHost(name);
  if (profile !== undefined) return [profile];
  const choices = ['all', ...HOST_PROFILES.map(({ id }) => id)].join(', ');
  const current = name === undefined ? 'nothing' : JSON.stringify(name);
  throw new UsageError(
    `Cannot tell because --host must be one of ${choices}: current value is ${current}`,
  );
}

function toOffer({ lock }: OfferedLock) {
  const { bridge, agents } = lock;
  const all = [...Object.values(agents).map(({ tools }) => tools), bridge.tools];
  const tools = all.flatMap(Object.entries<(typeof all)[number][string]>).map(([name, tool]) => ({
    name,
    description: tool.description.join('\n'),
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
  }));
  return { tools, instructions: bridge.instructions.join('\n') };
}

function isLoss({ effect }: HostProblem): boolean {
  return effect === 'lost';
}

async function formatReports(
  reports: readonly HostReport[],
  {
    console,
    leftOut,
    tools,
  }: {
    readonly console: Console;
    readonly leftOut: readonly string[];
    readonly tools: number;
  },
): Promise<string> {
  const { formatTable } = await import('../../terminal/format-table.ts');
  const { paint, columns } = console;
  const head = `${tools} tools, with the bridge's own.`;
  const missing = leftOut.map((line) => paint('red', `lost     ${toSafeLine(line)}`));
  const hosts = reports.map(({ host, title, problems, unknown }) => {
    const rows = problems.map(({ effect, tool, message }) => [effect, tool || 'all', message]);
    const table =
      rows.length === 0
        ? '  Nothing is known to be lost or changed.'
        : formatTable(rows, { paint, columns, overflow: 'wrap' });
    const footnote = `  Nothing is known of: ${unknown.join(', ')}.`;
    return [`${paint('bold', title)} (${host})`, table, paint('dim', footnote)].join('\n');
  });
  return [[head, ...missing].join('\n'), ...hosts].join('\n\n');
}
