import schemas from '@modelcontextprotocol/ext-apps/schema.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Message } from './open-app-host.ts';

/** What the extension publishes of the messages of a page. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['ui/initialize', 'McpUiInitializeRequest'],
  ['ui/notifications/initialized', 'McpUiInitializedNotification'],
  ['ui/notifications/size-changed', 'McpUiSizeChangedNotification'],
  ['ui/open-link', 'McpUiOpenLinkRequest'],
  ['ui/download-file', 'McpUiDownloadFileRequest'],
  ['ui/message', 'McpUiMessageRequest'],
  ['ui/update-model-context', 'McpUiUpdateModelContextRequest'],
]);

/** What a page may say that is of MCP itself. */
const PLAIN = new Set(['tools/call', 'resources/read']);

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(schemas, 'apps');

/** What is wrong with a message of a page, by the schemas that the extension publishes. */
export function findFaults({ method, params }: Message): readonly string[] {
  if (method === undefined || PLAIN.has(method)) return [];
  const kind = KINDS.get(method);
  if (kind === undefined) return [`${method} is unknown`];
  const validate = ajv.getSchema(`apps#/$defs/${kind}`);
  if (validate === undefined) return [`${kind} has no schema`];
  void validate(params === undefined ? { method } : { method, params });
  return (validate.errors ?? []).map((error) => `${method} ${error.instancePath} ${error.message}`);
}
