import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createFixtureServer, type FixtureSettings } from '../fixture-server.ts';

interface Settings extends FixtureSettings {
  /** True if it knows nothing newer than 2025-11-25. */
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
