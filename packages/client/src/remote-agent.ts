import type { AgentCard } from '@a2a-js/sdk';
import type { Transport } from '@a2a-js/sdk/client';
import { FOLLOW_UP_FORMS_EXTENSION_URI, type FileLimits } from '@formwork/core';
import { isRecord } from '@formwork/schema/internal';
import { readFileLimits } from '@formwork/core/internal';
import type { Json } from '@formwork/schema';
import type { CardSignature } from '@formwork/trust';
import { checkCallOptions, type SendOptions } from './call-options.ts';
import { SkillError } from './errors.ts';
import type { CallEvent, Outcome } from './outcome.ts';
import { createRemoteSkill, pickMessageIds, type RemoteSkill } from './remote-skill.ts';
import { createRemoteTask, type RemoteTask } from './remote-task.ts';
import type { RemoteSchema, RemoteSchemas } from './schemas/remote-schema.ts';
import { streamEvents, waitForOutcome, type WaitStart } from './task/wait-for-outcome.ts';
import { createMessage, toContentParts, toFileParts, toJson } from './task/outgoing-message.ts';
import { readAnyResult } from './task/result-reader.ts';
import type { AgentLink } from './transport/agent-link.ts';
import type { SelectedTransport, TransportName } from './transport/select-transport.ts';
import type { AgentTypes, AnySkillTypes } from './types/agent-types.ts';

/** An agent that `connect` found. */
export interface RemoteAgent<Types extends { readonly skills: object } = AgentTypes> {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  /** The card, extended if the agent has an extended one for this caller. */
  readonly card: AgentCard;
  /** The door that is used. */
  readonly door: {
    readonly binding: TransportName;
    readonly url: string;
    readonly version: string;
  };
  /** What is known of the signature of the card. */
  readonly signature: CardSignature;
  /** Doubts about the card, for the people who set this up. */
  readonly warnings: readonly string[];
  /**
   * True if a message that is sent again with the same id finds the task of the first time: the
   * agent says so, or your `retry.resend` does.
   */
  readonly countsOnce: boolean;
  readonly skillIds: readonly string[];
  /** Names of the schemas that the card declares. */
  readonly schemaNames: readonly string[];
  /** A schema of the card: usable, or refused with the reasons. */
  schema(name: string): RemoteSchema;
  /** @throws SkillError if the agent has no such skill. */
  skill<Id extends keyof Types['skills'] & string>(
    id: Id,
  ): RemoteSkill<ToSkillTypes<Types['skills'][Id]>>;
  /** Sends text, or JSON without a schema; any agent understands one of them. */
  send(content: Json, options?: SendOptions): Promise<Outcome<unknown>>;
  /** The same, event by event. */
  streamSend(
    content: Json,
    options?: SendOptions,
  ): AsyncGenerator<CallEvent<unknown>, void, undefined>;
  /** A task that was begun before; `skill(id).task(taskId)` has types. */
  task(taskId: string): RemoteTask;
  /** The SDK's transport, for requests that are not wrapped here. */
  readonly transport: Transport;
}

type ToSkillTypes<Skill> = Skill extends AnySkillTypes ? Skill : AnySkillTypes;

/** Options of {@link createRemoteAgent}. */
export interface RemoteAgentOptions {
  readonly card: AgentCard;
  readonly link: AgentLink;
  readonly selected: SelectedTransport;
  readonly schemas: RemoteSchemas;
  readonly warnings: readonly string[];
  /** Where the card was found. */
  readonly cardUrl: string;
  readonly signature: CardSignature;
}

/** The inside of an agent, for other parts of this package. */
export type AgentParts = Pick<RemoteAgentOptions, 'link' | 'schemas' | 'cardUrl'>;

const partsOf = new WeakMap<object, AgentParts>();

/** @throws TypeError for agents that `connect` did not give. */
export function getAgentParts(agent: RemoteAgent): AgentParts {
  const parts = partsOf.get(agent);
  if (parts !== undefined) return parts;
  throw new TypeError('Cannot make a source as the agent must be one that connect() gave.');
}

/** Makes an agent whose types the caller vouches for. */
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
      message: createMessage(parts, { ...pickMessageIds(options), metadata }),
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
      type Known = RemoteSkill<ToSkillTypes<Types['skills'][Id]>>;
      const { defaultInputModes } = card;
      const known =
        skills.get(id) ??
        createRemoteSkill({
          skill: findSkill(card, id),
          link,
          schemas,
          defaultInputModes,
          fileLimits: findFileLimits(card, id),
        });
      skills.set(id, known);
      return known as Known;
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
  const ids = skills.slice(0, 20).map((one) => JSON.stringify(one.id));
  throw new SkillError(
    `Cannot call the skill as its id must be one of ${ids.join(', ')}: current value is ${JSON.stringify(id)}`,
  );
}

/** Limits of files that the card tells beside their types (follow-up forms, section 1). */
function findFileLimits({ capabilities }: AgentCard, skillId: string): FileLimits {
  const own = capabilities?.extensions.find(({ uri }) => uri === FOLLOW_UP_FORMS_EXTENSION_URI);
  const limits: unknown = own?.params?.['fileLimits'];
  return isRecord(limits) && Object.hasOwn(limits, skillId) ? readFileLimits(limits[skillId]) : {};
}
