import type { Agent, TaskLogger } from '@formwork/core';
import { createSqliteEngine } from '@formwork/runtime/sqlite';
import { createApiKeyAuthentication, createServer } from '@formwork/server';
import { dirname } from 'node:path';
import { makeFolder } from '../save/make-folder.ts';
import { createAgentDialects } from './create-agent-dialects.ts';
import { createAgentForms } from './create-agent-forms.ts';
import { createAgentMcp } from './create-agent-mcp.ts';
import type { ServeSettings } from './serve-settings.ts';

/** A request that was answered, or whose caller went away. */
export interface RequestRecord {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
}

/** Options of {@link serveAgent}. */
export interface ServeAgentOptions {
  readonly settings: ServeSettings;
  readonly onRequest?: (record: RequestRecord) => void;
  /** Default: JSON lines on standard error. */
  readonly logger?: TaskLogger;
}

/** An agent that is served. */
export interface ServedAgent {
  readonly url: string;
  /** Where forms for people are; absent if there are none. */
  readonly formsUrl?: string;
  /** Where hosts of MCP find the skills as tools; absent if they do not. */
  readonly mcpUrl?: string;
  /** Serves another definition from now on; tasks under way keep theirs. */
  readonly replaceAgent: (next: Agent) => Promise<void>;
  /** Where the session API stands; absent if it is not served. */
  readonly sessionsUrl?: string;
  /** Where message envelopes are taken; absent if they are not. */
  readonly messagesUrl?: string;
  /** Drains, then lets go of the store. */
  readonly close: () => Promise<void>;
}

/** Serves an agent as the settings say. @throws ListenError, EngineStorageError */
export async function serveAgent(
  agent: Agent,
  { settings, onRequest, logger }: ServeAgentOptions,
): Promise<ServedAgent> {
  const { port, host, store, apiKeys, publicUrl, push, openTasks, retention, sessions } = settings;
  if (store !== undefined) await makeFolder(dirname(store));
  const dialects = await createAgentDialects(settings);
  const engine = store === undefined ? undefined : createSqliteEngine({ file: store });
  const server = createServer(agent, {
    ...(engine && { engine }),
    ...(logger && { logger }),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(push !== undefined && { push }),
    ...(openTasks !== undefined && { openTasks }),
    ...(retention && { retention }),
    dialects: dialects.list,
    ...(apiKeys && {
      authenticate: createApiKeyAuthentication({ keys: { ...apiKeys } }),
      requireAuthentication: true,
    }),
  });
  let listensAt = '';
  let current = agent;
  const forms = settings.forms === false ? undefined : createAgentForms(settings, () => listensAt);
  // Before requests are told of: what the page asks of the agent is told, and how it does so is not.
  if (forms !== undefined) server.app.use(forms.router);
  const mcp =
    settings.mcp === false
      ? undefined
      : createAgentMcp(settings, { url: () => listensAt, agent: () => current });
  if (mcp !== undefined) server.app.use('/mcp', mcp.router);
  if (onRequest !== undefined) {
    server.app.use((request, response, next) => {
      const start = performance.now();
      const { method, originalUrl: path } = request;
      response.once('close', () => {
        const ms = Math.round(performance.now() - start);
        onRequest({ method, path, status: response.statusCode, ms });
      });
      next();
    });
  }
  try {
    const { url } = await server.listen({
      ...(port !== undefined && { port }),
      ...(host !== undefined && { host }),
    });
    listensAt = url;
    return {
      url,
      ...(forms && { formsUrl: `${url}/` }),
      ...(mcp && { mcpUrl: `${url}/mcp` }),
      replaceAgent: async (next) => {
        server.replaceAgent(next);
        current = next;
        await mcp?.refresh();
      },
      ...(sessions !== undefined && { sessionsUrl: `${url}${sessions === '/' ? '' : sessions}` }),
      ...(dialects.messagesPath !== undefined && {
        messagesUrl: `${url}${dialects.messagesPath}`,
      }),
      close: async () => {
        await forms?.close();
        await mcp?.close();
        await server.close();
        await dialects.close();
        await engine?.close();
      },
    };
  } catch (error) {
    await forms?.close();
    await mcp?.close();
    await dialects.close();
    await engine?.close();
    throw error;
  }
}
