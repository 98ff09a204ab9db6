import type { Server } from '@modelcontextprotocol/server';
import { readView, VIEW_URI } from '../app/view-resource.ts';
import type { CallRules } from '../calls/call-rules.ts';
import { completePrompt, listPrompts, toPromptText } from '../prompts/skill-prompts.ts';
import {
  completeResource,
  listResources,
  RESOURCE_TEMPLATES,
} from '../resources/list-resources.ts';
import { readResource } from '../resources/read-resource.ts';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** Who asks. */
interface AddOptions {
  readonly rules: CallRules;
  readonly principal: string;
}

/** Serves cards, schemas, files and outputs as resources. */
export function addResources(server: Server, { rules, principal }: AddOptions): void {
  const { agents } = rules;
  server.setRequestHandler('resources/list', async () => {
    await agents.listTools();
    return { resources: [...listResources(agents)] };
  });
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...RESOURCE_TEMPLATES],
  }));
  server.setRequestHandler('resources/read', async ({ params }, { mcpReq }) => {
    const view = params.uri === VIEW_URI ? await readView() : undefined;
    return view ?? readResource(params.uri, { rules, principal, signal: mcpReq.signal });
  });
}

/** Serves a prompt for each tool, and completes arguments of prompts and addresses of resources. */
export function addPrompts(server: Server, { rules }: Pick<AddOptions, 'rules'>): void {
  const { agents } = rules;
  server.setRequestHandler('prompts/list', async () => {
    await agents.listTools();
    const prompts = listPrompts(agents);
    return { prompts: prompts.map((prompt) => ({ ...prompt, arguments: [...prompt.arguments] })) };
  });
  server.setRequestHandler('prompts/get', async ({ params }) => {
    const found = await agents.findTool(params.name).catch(() => undefined);
    if (found === undefined) {
      const message = `Unknown prompt: ${params.name.slice(0, 200)}`;
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
    }
    const text = toPromptText(found.tool, params.arguments ?? {});
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
  });
  server.setRequestHandler('completion/complete', async ({ params }) => {
    const { ref, argument, context } = params;
    if (ref.type === 'ref/resource') {
      const alias = context?.arguments?.['alias'];
      const more = alias === undefined ? argument : { ...argument, alias };
      return { completion: { values: [...completeResource(agents, more)] } };
    }
    const found = await agents.findTool(ref.name).catch(() => undefined);
    const values = found === undefined ? [] : completePrompt(found.tool, argument);
    return { completion: { values: values.slice(0, 100) } };
  });
}
