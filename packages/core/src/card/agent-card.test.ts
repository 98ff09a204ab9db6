import { AgentCard } from '@a2a-js/sdk';
import { expect, test } from 'vitest';
import type { Agent } from '../definition/agent.ts';
import { defineAgent } from '../definition/define-agent.ts';
import { defineSkill } from '../definition/define-skill.ts';
import type { SkillAccess } from '../definition/skill-access.ts';
import { FOLLOW_UP_FORMS_EXTENSION_URI, OBJECT_SCHEMAS_EXTENSION_URI } from '../extension.ts';
import { type CardOptions, toAgentCard, toLegacyAgentCard } from './agent-card.ts';
import type { CardSecurity } from './card-security.ts';

const url = 'http://127.0.0.1:4100/a2a';
const options: CardOptions = {
  interfaces: [
    { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url: `${url}/rest`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    { url, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
  ],
  streaming: true,
  pushNotifications: false,
};

function createAgent(): Agent {
  const name = { type: 'string' } as const;
  const fight = defineSkill({
    id: 'fight',
    name: 'Fight',
    description: 'Compares.',
    tags: ['comparison'],
    input: { pair: { type: 'object', properties: { a: name, b: name }, required: ['a', 'b'] } },
    output: { winner: { type: 'object', properties: { winner: name } } },
    examples: [{ a: 'Lion', b: 'Tiger' }],
    run: ({ input }) => ({ winner: input.a }),
  });
  return defineAgent({
    name: 'Agent',
    description: 'Tests.',
    version: '1.2.3',
    provider: { organization: 'Example', url: 'https://example.com' },
    skills: [fight],
  });
}

test('toAgentCard() declares the extension, with the same schemas at the root and in params', () => {
  const card = toAgentCard(createAgent(), options);
  const { pair, winner } = card['schemas'] as Record<string, unknown>;
  expect(pair).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
  expect(card).toMatchObject({
    supportedInterfaces: options.interfaces,
    capabilities: {
      streaming: true,
      extensions: [
        {
          uri: OBJECT_SCHEMAS_EXTENSION_URI,
          params: {
            schemas: { pair, winner },
            fingerprints: {
              pair: expect.stringMatching(/^sha256:[0-9a-f]{64}$/u),
              winner: expect.stringMatching(/^sha256:[0-9a-f]{64}$/u),
            },
          },
        },
        { uri: FOLLOW_UP_FORMS_EXTENSION_URI },
      ],
    },
    skills: [
      {
        id: 'fight',
        inputModes: ['text/plain', 'application/json;schema=pair'],
        outputModes: ['text/plain', 'application/json;schema=winner'],
        examples: ['{"a":"Lion","b":"Tiger"}'],
      },
    ],
  });
});

test('toAgentCard() is what the SDK reads and writes, apart from the root schemas', () => {
  const { schemas, ...card } = toAgentCard(createAgent(), options);
  expect(schemas).toBeDefined();
  const decoded = AgentCard.fromJSON(card);
  expect(decoded.supportedInterfaces).toHaveLength(3);
  const encoded = AgentCard.toJSON(decoded) as Record<string, unknown>;
  expect(encoded['skills']).toEqual(card['skills']);
  expect(encoded['capabilities']).toMatchObject({
    extensions: [{ params: { schemas } }, {}],
  });
});

test('toAgentCard() and toLegacyAgentCard() give the same bytes for the same agent', () => {
  for (const toCard of [toAgentCard, toLegacyAgentCard]) {
    expect(JSON.stringify(toCard(createAgent(), options))).toBe(
      JSON.stringify(toCard(createAgent(), options)),
    );
  }
});

test('toLegacyAgentCard() lists the 0.3 doors in the words of 0.3', () => {
  expect(toLegacyAgentCard(createAgent(), options)).toMatchObject({
    protocolVersion: '0.3.0',
    url,
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [{ url, transport: 'JSONRPC' }],
    supportsAuthenticatedExtendedCard: false,
    schemas: { pair: { type: 'object' } },
    capabilities: { extensions: [{ params: { schemas: { pair: { type: 'object' } } } }, {}] },
  });
});

test('toAgentCard() and toLegacyAgentCard() say how to authenticate, each in its own words', () => {
  const security: CardSecurity = {
    schemes: [
      {
        kind: 'api-key',
        name: 'key',
        location: 'header',
        parameter: 'x-api-key',
        description: 'Ask us.',
      },
      { kind: 'bearer', name: 'token', bearerFormat: 'JWT' },
    ],
    required: true,
  };
  const card = toAgentCard(createAgent(), { ...options, security });
  expect(card).toMatchObject({
    securitySchemes: {
      key: {
        apiKeySecurityScheme: { description: 'Ask us.', location: 'header', name: 'x-api-key' },
      },
      token: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } },
    },
    securityRequirements: [
      { schemes: { key: { list: [] } } },
      { schemes: { token: { list: [] } } },
    ],
  });
  expect(AgentCard.toJSON(AgentCard.fromJSON(card))).toMatchObject({
    securitySchemes: card['securitySchemes'],
    securityRequirements: [{ schemes: { key: {} } }, { schemes: { token: {} } }],
  });
  expect(toLegacyAgentCard(createAgent(), { ...options, security })).toMatchObject({
    securitySchemes: {
      key: { type: 'apiKey', description: 'Ask us.', in: 'header', name: 'x-api-key' },
      token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    },
    security: [{ key: [] }, { token: [] }],
  });
});

test('toAgentCard() and toLegacyAgentCard() end with an empty requirement when callers may stay unknown', () => {
  const scheme = { kind: 'bearer', name: 'token' } as const;
  const security: CardSecurity = { schemes: [scheme], required: false };
  expect(toAgentCard(createAgent(), { ...options, security })).toMatchObject({
    securityRequirements: [{ schemes: { token: {} } }, { schemes: {} }],
  });
  expect(toLegacyAgentCard(createAgent(), { ...options, security })).toMatchObject({
    security: [{ token: [] }, {}],
  });
});

test('toLegacyAgentCard() is undefined when nothing speaks 0.3', () => {
  const [modern] = options.interfaces;
  const interfaces = modern === undefined ? [] : [modern];
  expect(toLegacyAgentCard(createAgent(), { ...options, interfaces })).toBeUndefined();
});

const CODE = {
  authorizationUrl: 'https://login.example.com/authorize',
  tokenUrl: 'https://login.example.com/token',
  scopes: { 'pairs:read': 'Read pairs.' },
};

test('toAgentCard() and toLegacyAgentCard() name every kind of scheme', () => {
  const security: CardSecurity = {
    schemes: [
      { kind: 'api-key', name: 'inUrl', location: 'query', parameter: 'key' },
      { kind: 'api-key', name: 'inCookie', location: 'cookie', parameter: 'sid' },
      { kind: 'openid-connect', name: 'openId', url: 'https://login.example.com/c' },
      {
        kind: 'oauth2',
        name: 'oauth2',
        flows: { authorizationCode: CODE },
        metadataUrl: 'https://login.example.com/m',
      },
      { kind: 'mutual-tls', name: 'mtls' },
    ],
    required: true,
  };
  const card = toAgentCard(createAgent(), { ...options, security });
  const { securitySchemes } = AgentCard.toJSON(AgentCard.fromJSON(card)) as typeof card;
  expect(securitySchemes).toEqual(card['securitySchemes']);
  expect(securitySchemes).toMatchObject({
    inUrl: { apiKeySecurityScheme: { location: 'query', name: 'key' } },
    inCookie: { apiKeySecurityScheme: { location: 'cookie', name: 'sid' } },
    openId: { openIdConnectSecurityScheme: { openIdConnectUrl: 'https://login.example.com/c' } },
    oauth2: {
      oauth2SecurityScheme: {
        flows: { authorizationCode: { ...CODE, pkceRequired: true } },
        oauth2MetadataUrl: 'https://login.example.com/m',
      },
    },
    mtls: { mtlsSecurityScheme: {} },
  });
  expect(toLegacyAgentCard(createAgent(), { ...options, security })).toMatchObject({
    securitySchemes: {
      inUrl: { type: 'apiKey', in: 'query', name: 'key' },
      inCookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
      openId: { type: 'openIdConnect', openIdConnectUrl: 'https://login.example.com/c' },
      oauth2: { type: 'oauth2', flows: { authorizationCode: CODE } },
      mtls: { type: 'mutualTLS' },
    },
  });
});

test('the name of a further OAuth flow takes no name of another scheme', () => {
  const { tokenUrl, scopes } = CODE;
  const flows = { authorizationCode: CODE, clientCredentials: { tokenUrl, scopes } };
  const security: CardSecurity = {
    schemes: [
      { kind: 'oauth2', name: 'login', flows },
      { kind: 'bearer', name: 'login-clientCredentials' },
    ],
    required: true,
  };
  const card = toAgentCard(createAgent(), { ...options, security });
  expect(card['securitySchemes']).toMatchObject({
    login: { oauth2SecurityScheme: {} },
    'login-clientCredentials': { httpAuthSecurityScheme: {} },
    'login-clientCredentials-2': {
      oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl } } },
    },
  });
});

test('a card shows the scopes of a skill, and a hidden skill to those who have its scopes alone', () => {
  const open = createSkill('open', {});
  const scoped = createSkill('scoped', { scopes: ['pairs:read'] });
  const hidden = createSkill('hidden', { scopes: ['pairs:write'], visibility: 'permitted' });
  const agent = defineAgent({ name: 'A', version: '1', skills: [open, scoped, hidden] });
  const security: CardSecurity = { schemes: [{ kind: 'bearer', name: 'token' }], required: false };
  const publicCard = toAgentCard(agent, { ...options, security, extendedCard: true });
  expect(publicCard).toMatchObject({
    description: 'Skills: open, scoped.',
    capabilities: { extendedAgentCard: true },
    skills: [
      { id: 'open' },
      { id: 'scoped', securityRequirements: [{ schemes: { token: { list: ['pairs:read'] } } }] },
    ],
  });
  expect(JSON.stringify(publicCard)).not.toContain('hidden');
  const legacy = toLegacyAgentCard(agent, { ...options, security });
  expect(legacy).toMatchObject({ skills: [{}, { security: [{ token: ['pairs:read'] }] }] });
  expect(JSON.stringify(legacy)).not.toContain('hidden');
  const own = toAgentCard(agent, { ...options, security, scopes: ['pairs:write'] });
  expect(own).toMatchObject({ skills: [{}, {}, { id: 'hidden' }], schemas: { hidden: {} } });
});

function createSkill(id: string, access: SkillAccess) {
  return defineSkill({
    id,
    name: id,
    description: 'Does it.',
    tags: [],
    input: { [id]: { type: 'object', properties: { [id]: { type: 'string' } } } },
    ...access,
    run: () => {},
  });
}
