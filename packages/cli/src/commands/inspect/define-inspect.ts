import type { Command } from 'commander';
import { UsageError } from '../../errors/errors.ts';
import {
  addRemoteFlags,
  toConnectOptions,
  type RemoteFlags,
  assertAddress,
} from '../../remote/connect-options.ts';
import type { Console } from '../../terminal/console.ts';
import { toSafeJson } from '../../terminal/safe-text.ts';
import { addCommonFlags, type CommonFlags } from '../common-flags.ts';

/** Adds the command `formwork inspect URL`, which shows what an agent offers. */
export function defineInspect(program: Command, console: Console): void {
  const command = program
    .command('inspect')
    .description('show what an agent is: its card, skills, schemas, versions, warnings')
    .argument('<url>', 'URL of the agent, or of its card')
    .option('--schema <name>', 'print one of its schemas')
    .action(
      async (
        url: string,
        flags: CommonFlags &
          RemoteFlags & {
            readonly schema?: string;
          },
      ) => {
        assertAddress(url);
        const { connect } = await import('@formwork/client');
        const { toOverview } = await import('./to-overview.ts');
        const agent = await connect(url, toConnectOptions(url, flags));
        const overview = toOverview(agent);
        if (flags.schema !== undefined) {
          const entry = overview.schemas.find(({ name }) => name === flags.schema);
          if (entry === undefined) {
            const names = overview.schemas.map(({ name }) => JSON.stringify(name)).join(', ');
            throw new UsageError(
              `Cannot show the schema because --schema must be one of ${names === '' ? 'none' : names}: current value is ${JSON.stringify(flags.schema)}`,
            );
          }
          console.out(toSafeJson(entry.state === 'usable' ? entry.schema : entry.issues));
          return;
        }
        if (flags.json === true) {
          console.out(toSafeJson(overview));
          return;
        }
        const { formatOverview } = await import('./format-overview.ts');
        console.out(formatOverview(overview, console));
      },
    );
  addCommonFlags(addRemoteFlags(command), [
    'formwork inspect http://127.0.0.1:4100',
    'formwork inspect https://agent.example --header "Authorization: Bearer $TOKEN"',
    'formwork inspect https://agent.example --schema fightComparison',
    'formwork inspect https://agent.example --json | jq .skills',
  ]);
}
