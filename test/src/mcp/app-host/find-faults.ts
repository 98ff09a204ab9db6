import schemas from '@modelcontextprotocol/ext-apps/schema.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Message } from './open-app-host.ts';

/** The messages that a view may send in MCP Apps, each with the name of its published schema. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['ui/initialize', 'McpUiInitializeRequest'],
  ['ui/notifications/initialized', 'McpUiInitializedNotification'],
  ['ui/notifications/size-changed', 'McpUiSizeChangedNotification'],
  ['ui/open-link', 'McpUiOpenLinkRequest'],
  ['ui/download-file', 'McpUiDownloadFileRequest'],
  ['ui/message', 'McpUiMessageRequest'],
  ['ui/update-model-context', 'McpUiUpdateModelContextRequest'],
]);

/** The ordinary MCP requests that a view may also send, besides the messages of MCP Apps. */
const PLAIN = new Set(['tools/call', 'resources/read']);

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(schemas, 'apps');

/** Lists the faults of a message from a view, by the schemas that MCP Apps publishes. */
export function findFaults({ method, params }: Message): readonly string[] {
  if (method === undefined || PLAIN.has(method)) return [];
  const kind = KINDS.get(method);
  if (kind === undefined) return [`${method} is unknown`];
  const validate = ajv.getSchema(`apps#/$defs/${kind}`);
  if (validate === undefined) return [`${kind} has no schema`];
  void validate(params === undefined ? { method } : { method, params });
  return (validate.errors ?? []).map((error) => `${method} ${error.instancePath} ${error.message}`);
}
