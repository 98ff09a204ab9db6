import { isRecord } from '@formwork/core';
import { toCleanText } from '../agents/to-clean-text.ts';
import { parseAgentUrl } from '../agents/agent-url.ts';
import type { AgentPage } from '../agents/agent-query.ts';
import type { ListedSchema, ListedSkill, RegisteredAgent } from '../agents/registered-agent.ts';
import { RegistryAnswerError } from '../errors/registry-answer-error.ts';

/** The page of a registry elsewhere, whose own schema may promise anything. @throws RegistryAnswerError */
export function toPage(value: unknown): AgentPage {
  if (!isRecord(value) || !Array.isArray(value['agents'])) throw new RegistryAnswerError();
  const { agents, totalCount, nextCursor } = value;
  return {
    agents: agents.flatMap((agent) => (isRecord(agent) ? (toAgent(agent) ?? []) : [])),
    totalCount: typeof totalCount === 'number' ? totalCount : agents.length,
    ...(typeof nextCursor === 'string' && nextCursor !== '' && { nextCursor }),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** `undefined` for an agent that nobody could call: without an id or an address. */
function toAgent(fields: Fields): RegisteredAgent | undefined {
  const url = parseAgentUrl(fields['url']);
  const agentId = toText(fields['agentId']);
  if (url === undefined || agentId === '') return undefined;
  const problem = toText(fields['problem']);
  return {
    agentId,
    url,
    name: toText(fields['name']) || new URL(url).host,
    description: toText(fields['description']),
    version: toText(fields['version']),
    provider: toText(fields['provider']),
    endpoint: toText(fields['endpoint']),
    capabilities: toTexts(fields['capabilities']),
    tags: toTexts(fields['tags']),
    skills: toRecords(fields['skills']).map(toSkill),
    schemas: toRecords(fields['schemas']).map(toSchema),
    cardFingerprint: toText(fields['cardFingerprint']),
    status: fields['status'] === 'healthy' ? 'healthy' : 'unhealthy',
    ...(problem !== '' && { problem }),
    registeredAt: toText(fields['registeredAt']),
    changedAt: toText(fields['changedAt']),
    lastSeenAt: toText(fields['lastSeenAt']),
  };
}

function toSkill(fields: Fields): ListedSkill {
  return { id: toText(fields['id']), name: toText(fields['name']) };
}

function toSchema(fields: Fields): ListedSchema {
  const fingerprint = toText(fields['fingerprint']);
  return { name: toText(fields['name']), ...(fingerprint !== '' && { fingerprint }) };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? toCleanText(value, 2_048) : '';
}

function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(toText).filter((text) => text !== '') : [];
}

function toRecords(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
