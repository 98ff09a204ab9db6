import type { Agent } from '@formwork/core';
import { toVisibleAgent } from '@formwork/core/internal';
import type { Authenticate } from './credential.ts';
import type { Door } from './door.ts';
import { createOpenDoor, METADATA_PATH } from './open-door.ts';
import { findBelow } from './serve-door.ts';

/** Returns the URL of the OAuth metadata (RFC 9728) of a server at this public URL. */
export function toMetadataUrl(publicUrl: string): string {
  return `${publicUrl.replace(/(?<!\/)\/+$/u, '')}${METADATA_PATH}`;
}

/**
 * Makes the door of the OAuth metadata (RFC 9728), which says which servers issue the agent's
 * tokens; `undefined` if the agent takes no such tokens.
 */
export function createMetadataDoor({
  agent,
  publicUrl,
  authenticate,
}: {
  readonly agent: () => Agent;
  readonly publicUrl: string;
  readonly authenticate: Authenticate | undefined;
}): Door | undefined {
  const { issuers = [], audience } = authenticate ?? {};
  if (issuers.length === 0) return undefined;

  function describe(): object {
    const { name, skills, documentationUrl } = toVisibleAgent(agent());
    const scopes = [...new Set(skills.flatMap((skill) => skill.scopes ?? []))];
    return {
      resource: audience !== undefined && URL.canParse(audience) ? audience : publicUrl,
      authorization_servers: issuers,
      bearer_methods_supported: ['header'],
      resource_name: name,
      ...(scopes.length > 0 && { scopes_supported: scopes }),
      ...(documentationUrl !== undefined && { resource_documentation: documentationUrl }),
    };
  }

  return createOpenDoor({
    routes: [METADATA_PATH, `${METADATA_PATH}/{path}`],
    isServed: (path) => findBelow(path, METADATA_PATH) !== undefined,
    read: () => ({
      headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=60' },
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify(describe()),
      isTaggedByHost: true,
    }),
  });
}
