import type { Agent } from '@formwork/core';
import type { ServeSettings } from '../../serve/read-settings.ts';
import type { Paint } from '../../terminal/console.ts';
import { formatTable } from '../../terminal/format-table.ts';

/** Options of {@link formatDoors}. */
export interface FormatDoorsOptions {
  readonly url: string;
  /** Where forms for people are, if there are any. */
  readonly formsUrl?: string | undefined;
  /** Where hosts of MCP find the skills as tools, if they do. */
  readonly mcpUrl?: string | undefined;
  /** Where the session API stands, if it does. */
  readonly sessionsUrl?: string | undefined;
  /** Where message envelopes are taken, if they are. */
  readonly messagesUrl?: string | undefined;
  /** Where A2A is served over gRPC, if it is. */
  readonly grpcUrl?: string | undefined;
  /** Where metrics are for Prometheus, if they are. */
  readonly metricsUrl?: string | undefined;
  readonly settings: ServeSettings;
  readonly paint: Paint;
}

/** Where an agent can be found, and what to try first. */
export function formatDoors(
  agent: Agent,
  {
    url,
    formsUrl,
    mcpUrl,
    sessionsUrl,
    messagesUrl,
    grpcUrl,
    metricsUrl,
    settings,
    paint,
  }: FormatDoorsOptions,
): string {
  const skill = agent.skills[0]?.id ?? 'SKILL';
  const rows = [
    ...(formsUrl === undefined ? [] : [['Forms', formsUrl, 'for people, in a browser']]),
    ['Card', `${url}/.well-known/agent-card.json`],
    ['JSON-RPC', `${url}/a2a`, 'A2A 1.0 and 0.3'],
    ['REST', `${url}/a2a/rest`, 'A2A 1.0'],
    ...(grpcUrl === undefined ? [] : [['gRPC', grpcUrl, 'A2A 1.0']]),
    ...(mcpUrl === undefined ? [] : [['MCP', mcpUrl, 'the skills as tools, for models']]),
    ...(sessionsUrl === undefined ? [] : [['Sessions', `${sessionsUrl}/card`, 'the session API']]),
    ...(messagesUrl === undefined ? [] : [['Messages', messagesUrl, 'message envelopes']]),
    ...(metricsUrl === undefined ? [] : [['Metrics', metricsUrl, 'for Prometheus, here alone']]),
    ['Tasks', settings.store ?? 'in memory: gone when the process ends'],
  ];
  return [
    `${paint('bold', agent.name)} is ready.`,
    formatTable(rows, { paint }),
    '',
    `Try it: npx formwork call ${url} ${skill} --help`,
    'Ctrl-C stops it.',
  ].join('\n');
}
