import type { ListedTool, ToolDefinition } from '../catalog/bridge-tool.ts';
import { APP_TOOL_NAME, TASK_TOOL, toAnnotations } from '../catalog/shared-tools.ts';
import { VIEW_URI } from './view-resource.ts';

const { properties } = TASK_TOOL.inputSchema as {
  readonly properties: ToolDefinition['inputSchema'];
};

/**
 * The tool for pages: it begins a call, or continues a task, for the page that a host shows. Models
 * do not see it (MCP Apps, `visibility`). It always answers soon, with the envelope, and leaves
 * questions to the page.
 */
export const APP_TOOL: ToolDefinition = {
  name: APP_TOOL_NAME,
  title: 'Send a form',
  description: 'Sends what the user entered in the form of a tool, or goes on with its task.',
  inputSchema: {
    type: 'object',
    properties: {
      tool: { type: 'string', description: 'Name of the tool to call.' },
      arguments: { type: 'object', description: 'Its arguments.' },
      message_id: {
        type: 'string',
        // Random, because a caller that can guess the id of another finds its task.
        pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
        description: 'Id of the call, a random UUID; the same one if the call is made again.',
      },
      ...properties,
    },
    additionalProperties: false,
  },
  outputSchema: TASK_TOOL.outputSchema,
  annotations: toAnnotations(),
  _meta: { ui: { resourceUri: VIEW_URI, visibility: ['app'] } },
};

/** Adds to a tool the address of the page that draws its results. */
export function withView(definition: ListedTool): ListedTool {
  const { _meta: meta } = definition;
  return { ...definition, _meta: { ...meta, ui: { resourceUri: VIEW_URI } } };
}
