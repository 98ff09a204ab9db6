import type { Agent } from '@formwork/core';
import { toVisibleAgent } from '@formwork/core/internal';
import { Router } from 'express';
import type { Authenticate } from './credential.ts';

/**
 * The path of the OAuth metadata, which MCP hosts and other OAuth clients request (RFC 9728 section
 * 3).
 */
const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** Returns true for the path of the OAuth metadata, and for its paths for a part of the server. */
export function isMetadataPath(path: string): boolean {
  return path === METADATA_PATH || path.startsWith(`${METADATA_PATH}/`);
}

/** Returns the URL of the OAuth metadata (RFC 9728) of a server at this public URL. */
export function toMetadataUrl(publicUrl: string): string {
  return `${publicUrl.replace(/(?<!\/)\/+$/u, '')}${METADATA_PATH}`;
}

/** Options of {@link createMetadataRouter}. */
interface MetadataOptions {
  readonly agent: () => Agent;
  readonly publicUrl: string;
  readonly authenticate: Authenticate | undefined;
}

/**
 * Makes the router of the OAuth metadata (RFC 9728), which says which servers issue the agent's
 * tokens. Serves nothing if the agent takes no such tokens.
 */
export function createMetadataRouter({ agent, publicUrl, authenticate }: MetadataOptions): Router {
  const router = Router();
  const { issuers = [], audience } = authenticate ?? {};
  if (issuers.length === 0) return router;
  router.get([METADATA_PATH, `${METADATA_PATH}/*path`], (_request, response) => {
    const { name, skills, documentationUrl } = toVisibleAgent(agent());
    const scopes = [...new Set(skills.flatMap((skill) => skill.scopes ?? []))];
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cache-Control', 'public, max-age=60');
    response.json({
      resource: audience !== undefined && URL.canParse(audience) ? audience : publicUrl,
      authorization_servers: issuers,
      bearer_methods_supported: ['header'],
      resource_name: name,
      ...(scopes.length > 0 && { scopes_supported: scopes }),
      ...(documentationUrl !== undefined && { resource_documentation: documentationUrl }),
    });
  });
  return router;
}
