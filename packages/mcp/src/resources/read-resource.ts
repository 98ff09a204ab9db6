import { ResourceNotFoundError, type ReadResourceResult } from '@modelcontextprotocol/server';
import type { AgentSet } from '../agents/agent-set.ts';
import type { AgentProfile } from '../agents/bridge-agent.ts';
import { findCallTarget } from '../agents/call-target.ts';
import type { Secrets } from '../guard/secrets.ts';
import type { TaskHandles } from '../handles/task-handle.ts';
import { WITHHELD_TEXT } from '../lock/withheld-tool.ts';
import type { PrincipalId } from '../mcp-caller.ts';
import { toJsonText } from '../text/short-text.ts';
import { toCardLine, toCardText } from '../text/to-card-text.ts';
import { toCleanText } from '../text/to-clean-text.ts';
import type { OutcomeStore } from './outcome-store.ts';
import {
  OUTPUT_PART,
  TEXT_PART,
  parseResourceUri,
  toCardUri,
  toFileUri,
  type ResourceAddress,
} from './resource-uri.ts';
import { isText, toMimeType, toPartPage, type PartContent, type PartPage } from './to-part-page.ts';

/** The services of a bridge that read its resources. */
export interface ResourceServices {
  readonly agents: AgentSet;
  readonly handles: TaskHandles;
  /** The cache of outcomes of tasks whose parts were read a short time ago. */
  readonly keptOutcomes: OutcomeStore;
  /** The secrets that are removed from everything that leaves the bridge. */
  readonly secrets: Secrets;
}

/** Options of {@link readResource}. */
export interface ReadResourceOptions {
  readonly services: ResourceServices;
  readonly principal: PrincipalId;
  readonly signal: AbortSignal;
}

/** The content in place of a text that is withheld. */
const WITHHELD = { mimeType: 'text/plain', text: WITHHELD_TEXT } as const;

/** The longest time that reading a task for one of its files may take, in milliseconds. */
const LOOK_MS = 20_000;

/**
 * Reads the resource at an address for a host.
 *
 * @throws ResourceNotFoundError for a resource that does not exist, or not for this caller;
 * ProtocolError for one that is too large to be read at once.
 */
export async function readResource(
  uri: string,
  options: ReadResourceOptions,
): Promise<ReadResourceResult> {
  const address = parseResourceUri(uri);
  const content = address === undefined ? undefined : await readAddress(address, options);
  if (content === undefined) throw new ResourceNotFoundError(uri.slice(0, 500));
  return { contents: [{ uri, ...content }] };
}

/** The content of a resource: text, or bytes in base64. */
type Content = PartPage;

async function readAddress(
  address: ResourceAddress,
  options: ReadResourceOptions,
): Promise<Content | undefined> {
  const { agents } = options.services;
  switch (address.kind) {
    case 'agents':
      // Looks for the agents first, or the first caller would get an incomplete list.
      await agents.listTools();
      return toJson(describeAgents(agents));
    case 'card': {
      const profile = await findProfile(address.alias, agents);
      if (profile === undefined) return undefined;
      return profile.admission.mayShowCard ? toJson(profile.agent.card) : WITHHELD;
    }
    case 'schema': {
      const profile = await findProfile(address.alias, agents);
      if (profile?.agent.schemaNames.includes(address.name) !== true) return undefined;
      const schema = profile.agent.schema(address.name);
      if (schema.kind === 'refused') return undefined;
      if (!profile.admission.schemas.has(address.name)) return WITHHELD;
      return toJson(schema.schema, 'application/schema+json');
    }
    case 'part':
      return readPart(address, options);
  }
}

async function findProfile(alias: string, agents: AgentSet): Promise<AgentProfile | undefined> {
  try {
    return await agents.findBridgeAgent(alias)?.get();
  } catch {
    // The agent was never found.
    return undefined;
  }
}

function describeAgents({ bridgeAgents }: AgentSet): unknown {
  return bridgeAgents.map((bridgeAgent) => {
    const { alias } = bridgeAgent.settings;
    const profile = bridgeAgent.profile();
    if (profile === undefined) {
      return { alias, state: bridgeAgent.isLooking() ? 'being looked for' : 'unreachable' };
    }
    const { agent, offered, admission } = profile;
    const { tools, withheld, mayShowCard } = admission;
    const isNew = withheld.filter(({ kind }) => kind === 'new').length;
    return {
      alias,
      state: 'known',
      ...(mayShowCard && {
        name: toCardLine(agent.name, { most: 200 }),
        description: toCardText(agent.description, { most: 1000 }),
        version: toCardLine(agent.version, { most: 80 }),
      }),
      card: toCardUri(alias),
      tools: tools.map(({ definition }) => definition.name),
      ...(mayShowCard && {
        left_out: offered.quarantined.map(({ skillId }) => toCardLine(skillId, { most: 200 })),
      }),
      ...((withheld.length > 0 || !mayShowCard) && {
        withheld: {
          reason: WITHHELD_TEXT,
          // New tools are left out, because their names come from the card.
          tools: withheld.flatMap(({ name, kind }) => (kind === 'changed' ? [name] : [])),
          new_tools: isNew,
          card: !mayShowCard,
        },
      }),
    };
  });
}

async function readPart(
  address: Extract<ResourceAddress, { readonly kind: 'part' }>,
  options: ReadResourceOptions,
): Promise<Content | undefined> {
  const content = await findPart(address, options);
  if (content === undefined) return undefined;
  const { alias, part, from } = address;
  const { secrets } = options.services;
  return toPartPage(content, { uri: toFileUri({ alias, part }), from, secrets });
}

/**
 * Returns the bytes of a file, a text or an output at an address of this bridge, if it belongs to
 * the caller.
 */
export async function readPartBytes(
  uri: string,
  options: ReadResourceOptions,
): Promise<Uint8Array | undefined> {
  const address = parseResourceUri(uri);
  // A page of a file is not the whole file.
  if (address?.kind !== 'part' || address.from !== undefined) return undefined;
  const content = await findPart(address, options);
  if (content === undefined) return undefined;
  const { secrets } = options.services;
  return 'bytes' in content
    ? secrets.hideBytes(content.bytes)
    : Buffer.from(secrets.hide(content.text), 'utf8');
}

async function findPart(
  { alias, part }: Extract<ResourceAddress, { readonly kind: 'part' }>,
  { services, principal, signal }: ReadResourceOptions,
): Promise<PartContent | undefined> {
  try {
    const handle = services.handles.openPart(part, principal);
    if (handle.alias !== alias) return undefined;
    const callTarget = await findCallTarget(handle, services.agents);
    if (callTarget === undefined) return undefined;
    // A caller gets only what its own call returned, from the same agent.
    const key = JSON.stringify([principal, alias, callTarget.url, handle.tool, handle.taskId]);
    let outcome = services.keptOutcomes.find(key);
    if (outcome === undefined) {
      const wait = { deadlineMs: LOOK_MS, signal, validateOutput: false, waitForOthers: false };
      outcome = await callTarget.toTask(handle.taskId).wait(wait);
      services.keptOutcomes.keep(key, outcome);
    }
    if (handle.index === OUTPUT_PART) {
      return outcome.state === 'completed' ? toJson(outcome.data) : undefined;
    }
    if (handle.index === TEXT_PART) {
      const { text } = outcome;
      return { mimeType: 'text/plain', text: toCleanText(text, { most: text.length }) };
    }
    const file = outcome.files[handle.index];
    // A file at another address is not fetched here.
    if (file?.kind !== 'bytes') return undefined;
    const mimeType = toMimeType(file.mediaType);
    const bytes = Buffer.from(file.bytes);
    return isText(mimeType) ? { mimeType, text: bytes.toString('utf8') } : { mimeType, bytes };
  } catch {
    // Callers do not learn whether the part is another caller's, expired or gone.
    return undefined;
  }
}

function toJson(value: unknown, mimeType = 'application/json') {
  return { mimeType, text: toJsonText(value) ?? 'null' };
}
