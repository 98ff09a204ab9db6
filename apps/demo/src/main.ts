import { createEnvelopeAdapter, createSessionAdapter } from '@formwork/adapters';
import { createConsoleAdapter } from '@formwork/console';
import { createPublicFormsAdapter } from '@formwork/embed';
import { createFormsAdapter } from '@formwork/forms';
import { createMcpAdapter } from '@formwork/mcp';
import { isLoopbackHost } from '@formwork/network';
import { createPeopleAdapter } from '@formwork/people';
import { createServer, refuseUnreadVariables } from '@formwork/server';
import { randomUUID } from 'node:crypto';
import { demoAgent } from './demo-agent.ts';
import { openStorage } from './storage.ts';

const EXAMPLE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'SendMessage',
  params: {
    message: {
      messageId: randomUUID(),
      role: 'ROLE_USER',
      parts: [
        {
          data: { a: 'Lion', b: 'Tiger' },
          mediaType: 'application/json;schema=fightComparison',
        },
      ],
    },
  },
};

/** The path at which the demo serves the session API; the root path serves the page of forms. */
const SESSIONS_PATH = '/sessions-api';

/** Starts the demo server, prints its addresses, and serves until it is asked to end. */
async function main(): Promise<void> {
  // The demo asks for no key: a person who sets one believes that it does.
  refuseUnreadVariables(['FORMWORK_FILE']);
  // Only this machine can reach the demo, so all callers may see all of its tasks.
  const storage = await openStorage();
  const { engine, records, handleKey } = storage;
  const { PUBLIC_URL: publicUrl = '' } = process.env;
  // The console shows the tasks of all people, so it is for this machine, and not behind a proxy.
  const isLocal = publicUrl === '' || isLoopbackHost(new URL(publicUrl).hostname);
  const server = createServer(demoAgent, {
    engine,
    ...(records && { records }),
    ...(publicUrl !== '' && { publicUrl }),
    // The demo is for everybody, also behind a proxy that shows it to others.
    allowAnonymous: true,
    openTasks: true,
    // Also if npm ends, which passes no signal on. The demo closes the rest and ends the process.
    closeOnSignals: true,
    adapters: [
      createFormsAdapter({ ...(isLocal && { consoleUrl: 'console/' }) }),
      createMcpAdapter({
        agent: { alias: 'demo', prefix: true },
        ...(handleKey && { handleKey }),
      }),
      createSessionAdapter({ path: SESSIONS_PATH }),
      createEnvelopeAdapter(),
      ...(isLocal ? [createConsoleAdapter({ onThisMachine: true })] : []),
      createPublicFormsAdapter(),
      createPeopleAdapter(),
    ],
  });
  const { url: listensAt } = await server.listen({ port: readPort(process.env['PORT']) });
  const url = (publicUrl === '' ? listensAt : publicUrl).replace(/(?<!\/)\/+$/u, '');

  async function stop(): Promise<void> {
    await server.close();
    await storage.close();
    process.exit(0);
  }
  // The handlers are set before the demo prints that it is ready, so that a signal always stops it
  // cleanly.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());

  console.log(
    [
      `${demoAgent.name} is ready.`,
      `  Forms     ${url}/        (open this in a browser)`,
      ...(isLocal
        ? [`  Console   ${listensAt}/console/   (tasks and numbers, for this machine alone)`]
        : []),
      `  Public    ${url}/forms/expense-report   (a form for everybody)`,
      `  Card      ${url}/.well-known/agent-card.json`,
      `  JSON-RPC  ${url}/a2a        (A2A 1.0 and 0.3)`,
      `  REST      ${url}/a2a/rest   (A2A 1.0)`,
      `  MCP       ${url}/mcp        (the skills as tools)`,
      `  Sessions  ${url}${SESSIONS_PATH}/card   (the session API)`,
      `  Messages  ${url}/messages   (message envelopes)`,
      `  Tasks     ${storage.location}`,
      ...(publicUrl === '' ? [] : [`  Here      ${listensAt}   (this replica, behind the proxy)`]),
      ...(isLocal
        ? []
        : [
            `  Everybody who reaches ${url} uses it, and sees its tasks: the demo asks for no key.`,
          ]),
      '',
      'Try it:',
      // Double quotes, because the shell of Windows knows no others.
      `  curl -s ${url}/a2a -H "Content-Type: application/json" -H "A2A-Version: 1.0" -d ${JSON.stringify(JSON.stringify(EXAMPLE))}`,
      '',
      'Ctrl-C stops it.',
    ].join('\n'),
  );
}

function readPort(text: string | undefined): number {
  const port = text === undefined || text === '' ? 4100 : Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new RangeError(
    `Cannot start the demo because PORT must be a number between 0 and 65535: current value is "${text}"`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
