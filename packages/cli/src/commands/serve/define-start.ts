import type { Command } from 'commander';
import { once } from 'node:events';
import { loadAgent } from '../../serve/load-agent.ts';
import { readSettings } from '../../serve/read-settings.ts';
import type { Console } from '../../terminal/console.ts';
import { createInterrupt } from '../../terminal/interrupt.ts';
import { printError } from '../../terminal/print-error.ts';
import { toSafeJson } from '../../terminal/safe-text.ts';
import { addCommonFlags, type CommonFlags, addServeFlags } from '../common-flags.ts';

/** Adds the command `formwork start FILE`, which serves an agent in production. */
export function defineStart(program: Command, console: Console): void {
  const command = program
    .command('start')
    .description('serve an agent until SIGTERM or Ctrl-C; what runs is ended in order')
    .argument('<file>', 'module that exports an agent by default')
    .action(async (file: string, flags: CommonFlags & Readonly<Record<string, unknown>>) => {
      const settings = await readSettings({ flags, env: process.env });
      const { toReport } = await import('../../errors/to-report.ts');
      const agent = await loadAgent(file, {
        onExit: (error) =>
          printError(error, { report: toReport(error), args: process.argv.slice(2), console }),
      });
      const { serveAgent } = await import('../../serve/serve-agent.ts');
      const interrupt = createInterrupt();
      const served = await serveAgent(agent, { settings });
      const { close: _, ...doors } = served;
      const { url, formsUrl, consoleUrl, mcpUrl, sessionsUrl, messagesUrl, grpcUrl, metricsUrl } =
        doors;
      if (flags.json === true)
        console.out(
          toSafeJson(
            {
              name: agent.name,
              url,
              publicUrl: settings.publicUrl,
              forms: formsUrl,
              console: consoleUrl,
              mcp: mcpUrl,
              sessions: sessionsUrl,
              messages: messagesUrl,
              grpc: grpcUrl,
              metrics: metricsUrl,
            },
            0,
          ),
        );
      else {
        const { formatDoors } = await import('./format-doors.ts');
        console.out(formatDoors(agent, { ...doors, settings, paint: console.paint }));
      }
      if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
      await served.close();
      // A handler that ignores its signal must not keep the process alive.
      process.exit(0);
    });
  addCommonFlags(addServeFlags(command), [
    'formwork start dist/agent.js',
    'formwork start dist/agent.js --host 0.0.0.0 --public-url https://agents.example.com --store data/tasks.sqlite --config keys.json',
    'FORMWORK_STORE=data/tasks.sqlite PORT=8080 formwork start dist/agent.js --retention-age 7d',
  ]).addHelpText(
    'after',
    '\nFlags count first, then the environment, then the config file, which has the keys\nport, host, publicUrl, sign, store, blobs, push, openTasks, forms, mcp, console,\nsessions, messages, messageKeys, retentionAge, retentionCount, abandonedAfter, grpcPort, grpcKey,\ngrpcCert, metricsPort, audit and apiKeys.',
  );
}
