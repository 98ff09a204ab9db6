import type { AgentCard } from '@a2a-js/sdk';
import type { Transport } from '@a2a-js/sdk/client';
import { readFileLimits, readIcon } from '@formwork/core/internal/protocol';
import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core/protocol';
import type { Json } from '@formwork/schema';
import { getOwn } from '@formwork/schema/json';
import type { CardSignature } from '@formwork/trust';
import { checkCallOptions, pickPresent, type SendOptions } from './call-options.ts';
import { SkillError } from './errors.ts';
import type { CallEvent, Outcome } from './outcome.ts';
import { createRemoteSkill, type RemoteSkill } from './remote-skill.ts';
import { createRemoteTask, type RemoteTask } from './remote-task.ts';
import type { RemoteSchema, RemoteSchemas } from './schemas/remote-schema.ts';
import { createMessage, toContentParts, toFileParts, toJson } from './task/outgoing-message.ts';
import { readAnyResult } from './task/result-reader.ts';
import { streamEvents, waitForOutcome, type WaitStart } from './task/wait-for-outcome.ts';
import type { AgentLink } from './transport/agent-link.ts';
import type { SelectedTransport, TransportName } from './transport/select-transport.ts';
import type { AgentTypes, AnySkillTypes } from './types/agent-types.ts';

/** An agent that `connect` found, ready to be called. */
export interface RemoteAgent<Types extends { readonly skills: object } = AgentTypes> {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /**
   * The agent's card: the extended one if the agent has one for this caller, else the public one.
   */
  readonly card: AgentCard;
  /** The endpoint of the agent that calls use: its binding, its URL and its version of A2A. */
  readonly door: {
    readonly binding: TransportName;
    readonly url: string;
    readonly version: string;
  };
  /**
   * Whether the agent's card is signed, and whether the signature was verified and by which key.
   */
  readonly signature: CardSignature;
  /** Doubts about the agent's card in sentences, for the people who set this connection up. */
  readonly warnings: readonly string[];
  /**
   * True if a message may be sent twice with the same id and starts only one task: the agent's card
   * declares follow-up forms, or `retry.resend` is `always`.
   */
  readonly countsOnce: boolean;
  readonly skillIds: readonly string[];
  /** The names of all schemas that the agent's card declares. */
  readonly schemaNames: readonly string[];
  /** Returns a schema of the card by its name: usable, or refused with the reasons. */
  schema(name: string): RemoteSchema;
  /**
   * Returns a skill of the agent by its id, ready to be called.
   *
   * @throws SkillError if the agent has no such skill.
   */
  skill<Id extends keyof Types['skills'] & string>(
    id: Id,
  ): RemoteSkill<ToSkillTypes<Types['skills'][Id]>>;
  /**
   * Sends text, or JSON without a schema, to the agent and waits for the outcome. Any agent can be
   * called like this, whatever its card declares.
   */
  send(content: Json, options?: SendOptions): Promise<Outcome<unknown>>;
  /** Sends text, or JSON without a schema, to the agent and yields every event of its task. */
  streamSend(
    content: Json,
    options?: SendOptions,
  ): AsyncGenerator<CallEvent<unknown>, void, undefined>;
  /**
   * Returns a task that was begun before, by its id. Its data is untyped; `skill(id).task(taskId)`
   * has types.
   */
  task(taskId: string): RemoteTask;
  /** The SDK's transport to the agent, for requests that this package does not wrap. */
  readonly transport: Transport;
}

type ToSkillTypes<Skill> = Skill extends AnySkillTypes ? Skill : AnySkillTypes;

/** Options of {@link createRemoteAgent}: its card, the open connection, and its schemas. */
export interface RemoteAgentOptions {
  readonly card: AgentCard;
  readonly link: AgentLink;
  readonly selected: SelectedTransport;
  readonly schemas: RemoteSchemas;
  readonly warnings: readonly string[];
  /** The URL at which the card was found, after redirects. */
  readonly cardUrl: string;
  readonly signature: CardSignature;
}

/**
 * Parts of a remote agent that only this package uses: its connection, its schemas and the URL of
 * its card.
 */
export type AgentParts = Pick<RemoteAgentOptions, 'link' | 'schemas' | 'cardUrl'>;

const partsOf = new WeakMap<object, AgentParts>();

/**
 * Returns the parts of a remote agent that only this package uses.
 *
 * @throws TypeError for agents that `connect` did not return.
 */
export function getAgentParts(agent: RemoteAgent): AgentParts {
  const parts = partsOf.get(agent);
  if (parts !== undefined) return parts;
  throw new TypeError('Cannot make a source because the agent must be one that connect() gave.');
}

/**
 * Makes a remote agent from its card and an open connection. The types are taken on trust: nothing
 * compares them with the card.
 */
export function createRemoteAgent<Types extends { readonly skills: object }>({
  card,
  link,
  selected,
  schemas,
  warnings,
  cardUrl,
  signature,
}: RemoteAgentOptions): RemoteAgent<Types> {
  const { binding, url, version } = selected;
  const skills = new Map<string, unknown>();

  async function start(content: Json, options: SendOptions): Promise<WaitStart> {
    checkCallOptions(options, 'Cannot send the message');
    const files = options.files === undefined ? [] : await toFileParts(options.files);
    const parts = [...toContentParts(toJson(content, { schema: '' })), ...files];
    const { metadata, streamAfterMs } = options;
    return {
      message: createMessage(parts, {
        ...pickPresent(options, ['contextId', 'messageId']),
        metadata,
      }),
      streamAfterMs,
    };
  }

  const agent: RemoteAgent<Types> = {
    name: card.name,
    description: card.description,
    version: card.version,
    card,
    door: { binding, url, version },
    signature,
    warnings,
    countsOnce: link.countsOnce,
    skillIds: card.skills.map(({ id }) => id),
    schemaNames: schemas.names,
    schema: schemas.get,
    skill<Id extends keyof Types['skills'] & string>(id: Id) {
      type TypedSkill = RemoteSkill<ToSkillTypes<Types['skills'][Id]>>;
      const { defaultInputModes } = card;
      const skill =
        skills.get(id) ??
        createRemoteSkill({
          skill: findSkill(card, id),
          link,
          schemas,
          defaultInputModes,
          fileLimits: readFileLimits(findSkillParam(card, { name: 'fileLimits', skillId: id })),
          icon: readIcon(findSkillParam(card, { name: 'icons', skillId: id })),
        });
      skills.set(id, skill);
      return skill as TypedSkill;
    },
    async send(content, options = {}) {
      return waitForOutcome(
        { link, read: readAnyResult, options, schema: '' },
        await start(content, options),
      );
    },
    async *streamSend(content, options = {}) {
      yield* streamEvents(
        { link, read: readAnyResult, options, schema: '' },
        await start(content, options),
      );
    },
    task: (taskId) => createRemoteTask(taskId, { link, read: readAnyResult }),
    transport: selected.transport,
  };
  partsOf.set(agent, { link, schemas, cardUrl });
  return agent;
}

function findSkill({ skills }: AgentCard, id: string): AgentCard['skills'][number] {
  const skill = skills.find((candidate) => candidate.id === id);
  if (skill !== undefined) return skill;
  if (skills.length === 0) {
    throw new SkillError(
      `Cannot call skill ${JSON.stringify(id)} because the agent lists no skills: send text with agent.send().`,
    );
  }
  const ids = skills.slice(0, 20).map((candidate) => JSON.stringify(candidate.id));
  throw new SkillError(
    `Cannot call the skill because its id must be one of ${ids.join(', ')}: current value is ${JSON.stringify(id)}`,
  );
}

/**
 * Finds what the card declares for a skill in a parameter of the extension of follow-up forms
 * (section 1); `undefined` if there is nothing.
 */
function findSkillParam(
  { capabilities }: AgentCard,
  { name, skillId }: { readonly name: 'fileLimits' | 'icons'; readonly skillId: string },
): unknown {
  const extension = capabilities?.extensions.find(
    ({ uri }) => uri === FOLLOW_UP_FORMS_EXTENSION_URI,
  );
  return getOwn(extension?.params?.[name], skillId);
}
