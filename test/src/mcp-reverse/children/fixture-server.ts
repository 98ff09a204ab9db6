import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createFixtureServer, type FixtureSettings } from '../fixture-server.ts';

interface Settings extends FixtureSettings {
  /** True if the server supports no protocol revision after 2025-11-25. Default false. */
  readonly legacy?: boolean;
  /** True ends the program once, after a crash, while it is asked to tell of changes. Default false. */
  readonly endsAtListen?: boolean;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as Settings;
console.error('The fixture is up.');
if (settings.endsAtListen === true) endAtListen(settings.log ?? '');
if (settings.legacy === true) {
  const server = createFixtureServer({ era: 'legacy' }, settings);
  await server.connect(new StdioServerTransport());
} else {
  serveStdio((context) => createFixtureServer(context, settings));
}

function endAtListen(log: string): void {
  const notes = existsSync(log) ? readFileSync(log, 'utf8') : '';
  if (!notes.includes('crashed') || notes.includes('listened')) return;
  const write = process.stdout.write.bind(process.stdout) as (chunk: unknown) => boolean;
  Object.assign(process.stdout, {
    write(chunk: unknown) {
      if (!String(chunk).includes('subscriptions/acknowledged')) return write(chunk);
      appendFileSync(log, 'listened\n');
      process.exit(4);
    },
  });
}
