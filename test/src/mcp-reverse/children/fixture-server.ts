import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createFixtureServer, type FixtureSettings } from '../fixture-server.ts';

interface Settings extends FixtureSettings {
  /** True if the server supports no protocol revision after 2025-11-25. Default false. */
  readonly legacy?: boolean;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as Settings;
console.error('The fixture is up.');
if (settings.legacy === true) {
  const server = createFixtureServer({ era: 'legacy' }, settings);
  await server.connect(new StdioServerTransport());
} else {
  serveStdio((context) => createFixtureServer(context, settings));
}
