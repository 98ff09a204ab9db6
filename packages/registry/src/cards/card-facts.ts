import type { RemoteAgent } from '@formwork/client';
import { isTooDeep } from '@formwork/schema/internal';
import { toFingerprint, type JsonObject } from '@formwork/schema';
import {
  toCleanText,
  type AgentFacts,
  type ListedSchema,
  type ListedSkill,
} from '../agents/registered-agent.ts';
import { AgentRefusedError } from '../errors.ts';

const MAX_SKILLS = 500;
const MAX_TAGS = 200;
const MAX_SCHEMAS = 200;
const NAME_LENGTH = 200;
const TEXT_LENGTH = 1_000;
/** Of an endpoint or the URI of an extension. */
const URL_LENGTH = 2_048;
/** Deeper nesting than any card has that is worth comparing by its meaning. */
const MAX_DEPTH = 200;

/**
 * Lists what a registry keeps of a card: its texts made safe to show, each of its schemas vetted.
 *
 * @throws AgentRefusedError for a card with more in it than a registry keeps.
 */
export function toFacts(agent: RemoteAgent, cardText: string): AgentFacts {
  const { card, door, schemaNames } = agent;
  checkCount('skills', card.skills.length, MAX_SKILLS);
  checkCount('schemas', schemaNames.length, MAX_SCHEMAS);
  const skills = toSkills(card.skills);
  const capabilities = [...skills.map(({ id }) => id), ...listCapabilities(card.capabilities)];
  const tags = card.skills.flatMap((skill) => skill.tags.map(toName));
  return {
    name: toName(card.name) || new URL(door.url).host,
    description: toCleanText(card.description, TEXT_LENGTH),
    version: toName(card.version),
    provider: toName(card.provider?.organization ?? ''),
    endpoint: toCleanText(door.url, URL_LENGTH),
    capabilities: [...new Set(capabilities)],
    tags: [...new Set(tags)].filter((tag) => tag !== '').slice(0, MAX_TAGS),
    skills,
    schemas: schemaNames.map((name) => toSchema(agent, name)),
    cardFingerprint: toCardFingerprint(cardText),
  };
}

function checkCount(what: string, count: number, most: number): void {
  if (count <= most) return;
  throw new AgentRefusedError(
    `Cannot register the agent as its card must have at most ${most} ${what}: current value is ${count}`,
  );
}

function toName(text: string): string {
  return toCleanText(text, NAME_LENGTH);
}

/** A card may name an id twice: only the first can be called. */
function toSkills(skills: RemoteAgent['card']['skills']): readonly ListedSkill[] {
  const byId = new Map<string, ListedSkill>();
  for (const { id, name } of skills) {
    const clean = toName(id);
    if (clean !== '' && !byId.has(clean)) byId.set(clean, { id: clean, name: toName(name) });
  }
  return [...byId.values()];
}

function listCapabilities(capabilities: RemoteAgent['card']['capabilities']): readonly string[] {
  return [
    ...(capabilities?.streaming === true ? ['streaming'] : []),
    ...(capabilities?.pushNotifications === true ? ['pushNotifications'] : []),
    ...(capabilities?.extensions ?? []).slice(0, 50).map(({ uri }) => toCleanText(uri, URL_LENGTH)),
  ].filter((one) => one !== '');
}

function toSchema(agent: RemoteAgent, name: string): ListedSchema {
  const schema = agent.schema(name);
  const clean = toName(name);
  return schema.kind === 'usable'
    ? { name: clean, fingerprint: toFingerprint(schema.schema) }
    : { name: clean };
}

/** Hashes canonical JSON, so that neither spaces nor the order of keys count as a change. */
function toCardFingerprint(text: string): string {
  const card = JSON.parse(text) as JsonObject;
  try {
    if (!isTooDeep(card, MAX_DEPTH)) return toFingerprint(card);
  } catch {
    // With half a character in it, it has no canonical form.
  }
  return toFingerprint({ text: Buffer.from(text).toString('base64') });
}
