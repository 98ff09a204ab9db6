import type { AgentCard } from '@a2a-js/sdk';
import {
  FOLLOW_UP_FORMS_EXTENSION_URI,
  isRecord,
  parseMediaType,
  toFingerprint,
  type Json,
} from '@formwork/core';
import type { RemoteSchema } from '../discovery/remote-schema.ts';
import type { AgentParts, RemoteAgent } from '../remote-agent.ts';
import type {
  AgentDescription,
  DescribedCredential,
  DescribedExample,
  DescribedSchema,
  DescribedSkill,
} from './agent-description.ts';

/** An agent as data: its card, with every schema of its skills vetted. */
export function describeAgent(agent: RemoteAgent, { cardUrl }: AgentParts): AgentDescription {
  const { name, description, version, card, door, warnings } = agent;
  return {
    name,
    description,
    version,
    origin: new URL(cardUrl).origin,
    url: door.url,
    binding: door.binding,
    protocolVersion: door.version,
    provider: card.provider?.organization ?? '',
    warnings,
    credentials: Object.entries(card.securitySchemes ?? {}).map(toCredential),
    // A card may name an id twice: only the first can be called.
    skills: card.skills
      .filter(({ id }, index) => agent.skillIds.indexOf(id) === index)
      .map((skill) => toSkill(agent, skill)),
  };
}

function toSkill(agent: RemoteAgent, skill: AgentCard['skills'][number]): DescribedSkill {
  const { id, name, description, tags } = skill;
  const { inputs, outputs, fileTypes, fileLimits } = agent.skill(id);
  const textSkills = findTextSkills(agent.card);
  const modes = skill.inputModes.length > 0 ? skill.inputModes : agent.card.defaultInputModes;
  return {
    id,
    name,
    description,
    tags,
    examples: skill.examples.map((text) => toExample(text, inputs())),
    inputs: inputs().map(toDescribed),
    outputs: outputs().map(toDescribed),
    fileTypes,
    ...(Object.keys(fileLimits).length > 0 && { fileLimits }),
    takesText: modes.some(isText) && (textSkills === undefined || textSkills.includes(id)),
  };
}

/** The skills that understand a person's words; `undefined` of agents that say no more than modes. */
function findTextSkills({ capabilities }: AgentCard): readonly unknown[] | undefined {
  const own = capabilities?.extensions.find(({ uri }) => uri === FOLLOW_UP_FORMS_EXTENSION_URI);
  const named: unknown = own?.params?.['textSkills'];
  return Array.isArray(named) ? named : undefined;
}

function isText(mode: string): boolean {
  const type = parseMediaType(mode)?.type;
  return type === 'text/plain' || type === 'text/*' || type === '*/*';
}

function toDescribed(schema: RemoteSchema): DescribedSchema {
  if (schema.kind === 'refused') return schema;
  const { name, schema: text } = schema;
  return { kind: 'usable', name, schema: text, fingerprint: toFingerprint(text) };
}

/**
 * Cards hold examples as text: JSON that fits an input is that input, and so is `{ schema, data }`
 * where a skill has several.
 */
function toExample(text: string, inputs: readonly RemoteSchema[]): DescribedExample {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'text', text };
  }
  const named = isRecord(value)
    ? inputs.find(({ name }) => isRecord(value) && name === value['schema'])
    : undefined;
  const data = named !== undefined && isRecord(value) ? value['data'] : value;
  const fitting = (named === undefined ? inputs : [named]).find(
    (one) => one.kind === 'usable' && one.check(data).length === 0,
  );
  // What was parsed as JSON is JSON.
  return fitting === undefined
    ? { kind: 'text', text }
    : { kind: 'input', schema: fitting.name, data: data as Json };
}

function toCredential([name, { scheme }]: [
  string,
  AgentCard['securitySchemes'][string],
]): DescribedCredential {
  const description = isRecord(scheme?.value) ? (scheme.value.description ?? '') : '';
  const base = { scheme: name, description };
  switch (scheme?.$case) {
    case 'httpAuthSecurityScheme':
      return scheme.value.scheme.toLowerCase() === 'bearer'
        ? { kind: 'bearer', ...base }
        : { kind: 'other', ...base };
    case 'apiKeySecurityScheme':
      return scheme.value.location === 'header'
        ? { kind: 'api-key', ...base, header: scheme.value.name }
        : { kind: 'other', ...base };
    case 'oauth2SecurityScheme':
    case 'openIdConnectSecurityScheme':
      // Wherever the token comes from, it is sent as one.
      return { kind: 'bearer', ...base };
    case 'mtlsSecurityScheme':
    case undefined:
      return { kind: 'other', ...base };
  }
}
