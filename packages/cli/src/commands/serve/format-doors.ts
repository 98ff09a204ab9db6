import type { Agent } from '@formwork/core';
import { describeStore } from '@formwork/runtime/store';
import type { ServeSettings } from '../../serve/read-settings.ts';
import type { DoorUrls } from '../../serve/worker-messages.ts';
import type { Paint } from '../../terminal/console.ts';
import { formatTable } from '../../terminal/format-table.ts';

/**
 * Formats the lines that a server prints at its start: the URLs of the agent, and a first command
 * to try.
 */
export function formatDoors(
  agent: Agent,
  {
    url,
    formsUrl,
    consoleUrl,
    mcpUrl,
    sessionsUrl,
    messagesUrl,
    grpcUrl,
    metricsUrl,
    settings,
    paint,
  }: DoorUrls & {
    /** The URL of the metrics for Prometheus; absent if none are served. */
    readonly metricsUrl?: string | undefined;
    readonly settings: ServeSettings;
    readonly paint: Paint;
  },
): string {
  const skill = agent.skills[0]?.id ?? 'SKILL';
  const { publicUrl } = settings;
  const rows = [
    ...(formsUrl === undefined ? [] : [['Forms', formsUrl, 'for people, in a browser']]),
    ...(consoleUrl === undefined ? [] : [['Console', consoleUrl, 'for operators']]),
    ...agent.skills.flatMap(({ id, publicForm }) =>
      publicForm === undefined ? [] : [['Public', `${url}/forms/${id}`, 'a form for everybody']],
    ),
    ['Card', `${url}/.well-known/agent-card.json`],
    ['JSON-RPC', `${url}/a2a`, 'A2A 1.0 and 0.3'],
    ['REST', `${url}/a2a/rest`, 'A2A 1.0'],
    ...(grpcUrl === undefined ? [] : [['gRPC', grpcUrl, 'A2A 1.0']]),
    ...(mcpUrl === undefined ? [] : [['MCP', mcpUrl, 'the skills as tools, for models']]),
    ...(sessionsUrl === undefined ? [] : [['Sessions', `${sessionsUrl}/card`, 'the session API']]),
    ...(messagesUrl === undefined ? [] : [['Messages', messagesUrl, 'message envelopes']]),
    ...(metricsUrl === undefined ? [] : [['Metrics', metricsUrl, 'for Prometheus, here alone']]),
    ...(publicUrl === undefined ? [] : [['Public', publicUrl, 'the address on the card']]),
    ['Tasks', describeStore(settings.store ?? 'memory:')],
    ...(settings.blobs === undefined ? [] : [['Blobs', settings.blobs, 'long data of tasks']]),
  ];
  return [
    `${paint('bold', agent.name)} is ready.`,
    formatTable(rows, { paint }),
    '',
    `Try it: npx formwork call ${url} ${skill} --help`,
    'Ctrl-C stops it.',
  ].join('\n');
}
