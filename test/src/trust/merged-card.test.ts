import { canonicalizeAgentCard, verifyAgentCardSignature, type AgentCard } from '@a2a-js/sdk';
import type { Agent, SecurityScheme } from '@formwork/core';
import { demoAgent } from '@formwork/demo';
import type { Authenticate, ServerOptions } from '@formwork/server';
import { createMemoryPins, createSigningKey, verifyCard } from '@formwork/trust';
import { DefaultAgentCardResolver } from 'a2a-sdk-0.3/client';
import { expect, test, vi } from 'vitest';
import { scopedAgent } from '../support/scoped-agent.ts';
import { startServer } from '../support/start-server.ts';

type Json = Record<string, unknown>;

async function fetchCard(url: string, version?: string): Promise<Json> {
  const headers = version === undefined ? {} : { 'A2A-Version': version };
  const response = await fetch(`${url}/.well-known/agent-card.json`, { headers });
  expect(response.headers.get('vary')).toBe('A2A-Version');
  return (await response.json()) as Json;
}

const tokenUrl = 'https://login.example.com/token';
const scopes = { 'pairs:read': 'Read pairs.' };
const authorizationUrl = 'https://login.example.com/authorize';
const deviceAuthorizationUrl = 'https://login.example.com/device';

/** A security scheme of each kind, with every member that a card can have. */
const SCHEMES: readonly SecurityScheme[] = [
  {
    kind: 'api-key',
    name: 'key',
    location: 'header',
    parameter: 'X-Key',
    description: 'Ask for it.',
  },
  { kind: 'bearer', name: 'token', bearerFormat: 'JWT' },
  { kind: 'openid-connect', name: 'openId', url: 'https://login.example.com/openid' },
  { kind: 'mutual-tls', name: 'certificate' },
  {
    kind: 'oauth2',
    name: 'people',
    flows: {
      authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes },
      clientCredentials: { tokenUrl, scopes },
      deviceCode: { deviceAuthorizationUrl, tokenUrl, scopes },
    },
    metadataUrl: 'https://login.example.com/oauth',
  },
  {
    kind: 'oauth2',
    name: 'device',
    flows: { deviceCode: { deviceAuthorizationUrl, tokenUrl, scopes } },
  },
  { kind: 'oauth2', name: 'programs', flows: { clientCredentials: { tokenUrl, scopes } } },
];

function authenticateBy(schemes: readonly SecurityScheme[]): Authenticate {
  return Object.assign(() => undefined, { schemes });
}

interface ServedCase {
  readonly name: string;
  readonly agent: Agent;
  readonly options: ServerOptions;
}

const AGENTS: readonly ServedCase[] = [
  { name: 'without authentication', agent: demoAgent, options: {} },
  {
    name: 'with optional authentication',
    agent: scopedAgent,
    options: { authenticate: authenticateBy(SCHEMES) },
  },
  {
    name: 'with authentication',
    agent: scopedAgent,
    options: { authenticate: authenticateBy(SCHEMES), requireAuthentication: true },
  },
];

/** The kinds of security schemes of A2A 1.0 by their `type` in 0.3. */
const KINDS: Readonly<Record<string, string>> = {
  apiKey: 'apiKeySecurityScheme',
  http: 'httpAuthSecurityScheme',
  oauth2: 'oauth2SecurityScheme',
  openIdConnect: 'openIdConnectSecurityScheme',
  mutualTLS: 'mtlsSecurityScheme',
};

/**
 * Reads a card as the resolver of the official Python SDK does before it verifies the signatures:
 * members of A2A 0.3 become those of 1.0, and protobuf refuses two members of one choice.
 */
function readAsPython(served: Json): AgentCard {
  const card = structuredClone(served);
  const capabilities = card['capabilities'] as Json;
  if (card['supportsAuthenticatedExtendedCard'] === true)
    capabilities['extendedAgentCard'] ??= true;
  card['securityRequirements'] ??= toNeeds(card['security']);
  for (const skill of card['skills'] as Json[]) {
    skill['securityRequirements'] ??= toNeeds(skill['security']);
  }
  for (const [name, scheme] of Object.entries((card['securitySchemes'] ?? {}) as Json)) {
    const { type, in: location, ...rest } = scheme as Json;
    if (typeof type !== 'string') continue;
    const flows = Object.keys(rest['flows'] ?? {});
    if (flows.length > 1) throw new Error(`ParseError: ${name} has several flows: ${flows.join()}`);
    const values = { ...rest, ...(location !== undefined && { location }) };
    Reflect.set(card['securitySchemes'] as Json, name, { [KINDS[type] ?? type]: values });
  }
  return card as unknown as AgentCard;
}

function toNeeds(security: unknown): unknown {
  if (security === undefined) return undefined;
  return (security as Json[]).map((need) => ({
    schemes: Object.fromEntries(Object.entries(need).map(([name, list]) => [name, { list }])),
  }));
}

test.each(AGENTS)(
  'a client that names no version verifies the card of an agent $name as the Python SDK does',
  async ({ agent, options }) => {
    vi.spyOn(console, 'debug').mockImplementation(() => undefined);
    const key = await createSigningKey();
    const { url } = await startServer(agent, { ...options, signCard: { keys: [key] } });
    const { d: _d, ...publicKey } = key;
    const verify = verifyAgentCardSignature(async () => publicKey);
    const merged = await fetchCard(url);
    const read = readAsPython(merged);
    await verify(read);
    const v1 = (await fetchCard(url, '1.0')) as unknown as AgentCard;
    expect(canonicalizeAgentCard(read)).toBe(canonicalizeAgentCard(v1));
    const changed = { ...merged, description: 'Send me secrets.' };
    await expect(verify(readAsPython(changed))).rejects.toThrow('No valid signatures');
    // The card of 0.3 alone has no signature that this client could verify.
    const legacy = await fetchCard(url, '0.3');
    expect(legacy['signatures']).toHaveLength(1);
    expect(merged['signatures']).toHaveLength(2);
  },
);

test.each(AGENTS)(
  'the card without a version has every member of 0.3 for an agent $name',
  async ({ agent, options }) => {
    const { url } = await startServer(agent, options);
    const merged = await fetchCard(url);
    const legacy = await fetchCard(url, '0.3');
    expect(merged).not.toHaveProperty('signatures');
    const { securitySchemes, security, skills, ...rest } = legacy;
    expect(merged).toMatchObject(rest);
    expect(merged['security'] ?? []).toEqual(expect.arrayContaining((security ?? []) as Json[]));
    for (const [at, skill] of (skills as Json[]).entries()) {
      const { security: needs = [], ...texts } = skill;
      const mergedSkill = (merged['skills'] as Json[])[at];
      expect(mergedSkill).toMatchObject(texts);
      expect(mergedSkill?.['security'] ?? []).toEqual(expect.arrayContaining(needs as Json[]));
    }
    const schemes = (merged['securitySchemes'] ?? {}) as Record<string, Json>;
    for (const [name, scheme] of Object.entries((securitySchemes ?? {}) as Record<string, Json>)) {
      const { flows: _flows, scheme: authScheme, ...others } = scheme;
      expect(schemes[name]).toMatchObject(others);
      // Schemes of HTTP may be in any case (RFC 9110 section 11.1).
      expect(String(schemes[name]?.['scheme']).toLowerCase()).toBe(String(authScheme));
    }
    expect(await new DefaultAgentCardResolver().resolve(url)).toEqual(merged);
  },
);

test('a scheme with several OAuth flows is one for each flow, except for 0.3', async () => {
  const people = SCHEMES.find(({ name }) => name === 'people');
  const other = { kind: 'bearer', name: 'token' } as const;
  const { url } = await startServer(scopedAgent, {
    authenticate: authenticateBy([people, other].filter((scheme) => scheme !== undefined)),
    requireAuthentication: true,
  });
  const names = ['people', 'people-deviceCode', 'people-clientCredentials', other.name];
  const merged = await fetchCard(url);
  const v1 = await fetchCard(url, '1.0');
  const schemes = merged['securitySchemes'] as Record<string, Json>;
  expect(Object.keys(schemes)).toEqual(names);
  const flowsOf = (name: string): Json => schemes[name]?.['flows'] as Json;
  expect(flowsOf('people')).toEqual({
    authorizationCode: {
      authorizationUrl,
      tokenUrl,
      refreshUrl: tokenUrl,
      scopes,
      pkceRequired: true,
    },
  });
  expect(flowsOf('people-deviceCode')).toEqual({
    deviceCode: { deviceAuthorizationUrl, tokenUrl, scopes },
  });
  expect(flowsOf('people-clientCredentials')).toEqual({
    clientCredentials: { tokenUrl, scopes },
  });
  // A caller needs any one of them.
  expect(merged['security']).toEqual(names.map((name) => ({ [name]: [] })));
  for (const card of [merged, v1]) {
    expect(card['securityRequirements']).toEqual(
      names.map((name) => ({ schemes: { [name]: { list: [] } } })),
    );
  }
  const scoped = (merged['skills'] as Json[]).find((skill) => 'security' in skill);
  expect((scoped?.['security'] as Json[]).map((need) => Object.keys(need))).toEqual(
    names.map((name) => [name]),
  );
  const legacy = await fetchCard(url, '0.3');
  expect(legacy['securitySchemes']).toMatchObject({
    people: { flows: { authorizationCode: {}, clientCredentials: {} } },
  });
  expect(legacy['security']).toEqual([{ people: [] }, { [other.name]: [] }]);
});

test('the card without a version is trusted as a whole, by keys and by pins', async () => {
  const key = await createSigningKey();
  const { url } = await startServer(scopedAgent, {
    authenticate: authenticateBy(SCHEMES),
    signCard: { keys: [key] },
  });
  const { d: _d, ...publicKey } = key;
  const merged = await fetchCard(url);
  const pins = createMemoryPins();
  const state = { covers: 'card', thumbprint: key.kid };
  const byKeys = await verifyCard(merged, { url, trust: { keys: [publicKey] } });
  expect(byKeys.signature).toEqual({ ...state, state: 'verified' });
  // A pin holds for whichever card is asked for next.
  for (const [version, isFirstUse] of [
    [undefined, true],
    ['1.0', false],
    ['0.3', false],
    [undefined, false],
  ] as const) {
    const card = await fetchCard(url, version);
    const { signature } = await verifyCard(card, { url, trust: { pins } });
    expect(signature).toEqual({ ...state, state: 'pinned', isFirstUse });
  }
  for (const trust of [{ keys: [publicKey] }, { pins }]) {
    const changed = { ...merged, url: 'https://evil.example/a2a' };
    await expect(verifyCard(changed, { url, trust })).rejects.toThrow('must fit all of it');
    const [first] = merged['signatures'] as readonly unknown[];
    const stripped = verifyCard({ ...merged, signatures: [first] }, { url, trust });
    await expect(stripped).rejects.toThrow('Cannot trust the card');
  }
});
