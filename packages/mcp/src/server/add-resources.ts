import type { Server } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { AgentSet } from '../agents/agent-set.ts';
import { readView, VIEW_URI } from '../app/view-resource.ts';
import type { BridgeLogger } from '../bridge-logger.ts';
import {
  completePrompt,
  type ListedPrompt,
  toPrompt,
  toPromptText,
} from '../catalog/tool-prompt.ts';
import { toWithheldMessage } from '../lock/withheld-tool.ts';
import type { PrincipalId } from '../mcp-caller.ts';
import { fillInPrompt, type OperatorPrompt } from '../operator/operator-prompt.ts';
import {
  isTemplate,
  readOperatorResource,
  type OperatorResource,
} from '../operator/operator-resource.ts';
import {
  completeResource,
  listResources,
  RESOURCE_TEMPLATES,
} from '../resources/list-resources.ts';
import { readResource, type ResourceServices } from '../resources/read-resource.ts';
import { toPage } from './to-page.ts';

/** The operator's own resources and prompts. */
export interface OperatorContent {
  readonly resources: readonly OperatorResource[];
  readonly prompts: readonly OperatorPrompt[];
}

/** The bridge's services and contents for one caller, from which its resources are served. */
interface AddOptions {
  readonly content: OperatorContent;
  readonly services: ResourceServices & { readonly logger: BridgeLogger };
  readonly principal: PrincipalId;
  /** True if the page that draws the results of tools is served. */
  readonly hasApp: boolean;
  /** Returns the time for which a list may be cached, if that is shorter than usual. */
  readonly toAge: () => { readonly ttlMs?: number };
}

/** Adds to a server the requests for resources: cards, schemas, files and outputs. */
export function addResources(
  server: Server,
  { services, principal, content, hasApp, toAge }: AddOptions,
): void {
  const { agents, logger } = services;
  server.setRequestHandler('resources/list', async ({ params }) => {
    await agents.listTools();
    const listed = content.resources
      .filter((resource) => !isTemplate(resource))
      .map(toListedResource);
    const all = [...listResources(agents), ...listed];
    const { items, nextPage } = toPage(all, { cursor: params?.cursor, logger });
    return { resources: [...items], ...nextPage, ...toAge() };
  });
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      ...RESOURCE_TEMPLATES,
      ...content.resources
        .filter(isTemplate)
        .map((resource) => ({ ...toListedResource(resource), uriTemplate: resource.uri })),
    ],
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq }) => {
    const resource = readOperatorResource(content.resources, uri);
    if (resource !== undefined) return { contents: [resource] };
    const view = uri === VIEW_URI && hasApp ? await readView() : undefined;
    return view ?? readResource(uri, { services, principal, signal: mcpReq.signal });
  });
}

/**
 * Adds to a server the requests for prompts, one per tool, and for completions of arguments and
 * addresses.
 */
export function addPrompts(
  server: Server,
  { services, content, toAge }: Pick<AddOptions, 'services' | 'content' | 'toAge'>,
): void {
  const { agents, logger } = services;
  server.setRequestHandler('prompts/list', async ({ params }) => {
    await agents.listTools();
    const listed = content.prompts.map(({ messages: _messages, ...prompt }) => prompt);
    const all = [...listPrompts(agents), ...listed];
    const { items, nextPage } = toPage(all, { cursor: params?.cursor, logger });
    const prompts = items.map(({ arguments: args = [], ...prompt }) => ({
      ...prompt,
      arguments: [...args],
    }));
    return { prompts, ...nextPage, ...toAge() };
  });
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const mine = content.prompts.find(({ name }) => name === params.name);
    if (mine !== undefined) return fillInPrompt(mine, params.arguments ?? {});
    const match = await agents.findTool(params.name).catch(() => undefined);
    if (match === undefined) {
      const isWithheld = await agents.isWithheld(params.name).catch(() => false);
      const message = isWithheld
        ? toWithheldMessage(params.name)
        : `Unknown prompt: ${params.name.slice(0, 200)}`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    const text = toPromptText(match.tool, params.arguments ?? {});
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  });
  server.setRequestHandler('completion/complete', async ({ params }) => {
    const { ref, argument, context } = params;
    if (ref.type === 'ref/resource') {
      const alias = context?.arguments?.['alias'];
      const query = alias === undefined ? argument : { ...argument, alias };
      return { completion: { values: [...completeResource(agents, query)] } };
    }
    const match = await agents.findTool(ref.name).catch(() => undefined);
    const values = match === undefined ? [] : completePrompt(match.tool, argument);
    return { completion: { values: values.slice(0, 100) } };
  });
}

function toListedResource({ uri, name, title, description, mimeType }: OperatorResource) {
  return {
    uri,
    name,
    mimeType,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
}

/** Lists the prompts of all tools that are served. */
function listPrompts({ bridgeAgents }: AgentSet): readonly ListedPrompt[] {
  return bridgeAgents.flatMap((bridgeAgent) =>
    (bridgeAgent.profile()?.admission.tools ?? []).map(({ definition }) => toPrompt(definition)),
  );
}
