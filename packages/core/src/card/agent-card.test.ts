import { AgentCard } from '@a2a-js/sdk';
import { expect, test } from 'vitest';
import type { Agent } from '../definition/agent.ts';
import { defineAgent } from '../definition/define-agent.ts';
import { defineSkill } from '../definition/define-skill.ts';
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
      { kind: 'api-key', name: 'key', header: 'x-api-key', description: 'Ask us.' },
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
