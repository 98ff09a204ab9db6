// The agents on which the behaviours are tried, the same on every host.
import { createEnvelopeAdapter, createSessionAdapter } from '@formwork/adapters';
import { type Agent, defineAgent } from '@formwork/core';
import { createPublicFormsAdapter } from '@formwork/embed';
import { createMcpAdapter } from '@formwork/mcp';
import { createPeopleAdapter } from '@formwork/people';
import {
  type AgentRouterOptions,
  combineAuthentications,
  createApiKeyAuthentication,
  createJwtAuthentication,
  type ProtocolAdapter,
} from '@formwork/server';
import { SKILLS } from './skills.ts';

/** The key of a caller, which each behaviour names, because limits are those of one caller. */
export function toKey(caller: string): string {
  return `the-long-key-of-${caller}`;
}

/** The callers with keys; Olga may also see and operate. */
const CALLERS = ['ada', 'bob', 'eve', 'kim', 'liz', 'max', 'sue'] as const;

const keys = {
  ...Object.fromEntries(CALLERS.map((caller) => [toKey(caller), caller])),
  [toKey('olga')]: { id: 'olga', scopes: ['see', 'operate'] },
};

const silent = { info() {}, warn() {}, error() {} };

/** The key that signs the cards of these tests, and nothing else. */
const SIGNING_KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
};

/** The names of the agents: who may call them, and what they serve. */
export const AGENT_NAMES = ['open', 'keyed', 'brief'] as const;

export type AgentName = (typeof AGENT_NAMES)[number];

/** What only some hosts add to the open agent. */
export interface FurtherDoors {
  readonly adapters?: readonly ProtocolAdapter[];
  readonly push?: boolean;
}

/** Returns the options of an agent, without its public URL. */
export function toOptions(
  agentName: AgentName,
  { adapters: further = [], push = true }: FurtherDoors = {},
): AgentRouterOptions {
  switch (agentName) {
    case 'open':
      return {
        logger: silent,
        authenticate: createApiKeyAuthentication({ keys }),
        allowedOrigins: ['https://app.example'],
        bodyLimit: '200kb',
        heartbeatMs: 500,
        push: push && { allowAnonymous: true, allowPrivateAddresses: true, pollMs: 50 },
        adapters: [
          createSessionAdapter({ path: '/talk' }),
          createEnvelopeAdapter({ agentId: 'tried' }),
          createPeopleAdapter(),
          createPublicFormsAdapter(),
          createMcpAdapter(),
          ...further,
        ],
      };
    case 'keyed':
      return {
        logger: silent,
        authenticate: combineAuthentications([
          createApiKeyAuthentication({ keys }),
          createJwtAuthentication({ issuer: 'https://login.example', audience: 'tried' }),
        ]),
        requireAuthentication: true,
        heartbeatMs: 500,
        limits: { requestsPerMinute: 100, openStreams: 1 },
        signCard: { keys: [SIGNING_KEY] },
      };
    case 'brief':
      return { logger: silent, authenticate: createApiKeyAuthentication({ keys }) };
  }
}

export const AGENT: Agent = defineAgent({ name: 'Tried', version: '1.0.0', skills: SKILLS });
