import type { AgentFacts, ListedSchema } from './registered-agent.ts';

/** The old and the new value of a text of a card that has changed. */
export interface ChangedText {
  readonly from: string;
  readonly to: string;
}

/** A named schema that an agent's card has added or removed, or whose fingerprint has changed. */
export interface ChangedSchema {
  readonly name: string;
  /**
   * The schema's fingerprint before the change; absent if the schema is new, or was refused then.
   */
  readonly from?: string;
  /** The schema's fingerprint after the change; absent if the schema is gone, or is refused now. */
  readonly to?: string;
}

/**
 * The differences between an agent's card and the card that was read before it. Texts that did not
 * change are absent.
 */
export interface CardChange {
  /** The time when the changed card was read: ISO 8601, in UTC. */
  readonly time: string;
  readonly fingerprint: ChangedText;
  readonly version?: ChangedText;
  readonly name?: ChangedText;
  /**
   * The change of the URL that callers of the agent use. A new URL may mean that another party
   * answers, so people should look at it.
   */
  readonly endpoint?: ChangedText;
  readonly addedSkills: readonly string[];
  readonly removedSkills: readonly string[];
  readonly schemas: readonly ChangedSchema[];
}

/**
 * Finds the differences between an agent's last card and the one just read; `undefined` if the
 * cards are the same.
 */
export function findCardChange(
  before: AgentFacts,
  after: AgentFacts,
  time: string,
): CardChange | undefined {
  const fingerprint = compareTexts(before.cardFingerprint, after.cardFingerprint);
  if (fingerprint === undefined) return undefined;
  const version = compareTexts(before.version, after.version);
  const name = compareTexts(before.name, after.name);
  const endpoint = compareTexts(before.endpoint, after.endpoint);
  const [oldIds, newIds] = [listSkillIds(before), listSkillIds(after)];
  return {
    time,
    fingerprint,
    ...(version && { version }),
    ...(name && { name }),
    ...(endpoint && { endpoint }),
    addedSkills: [...newIds].filter((id) => !oldIds.has(id)),
    removedSkills: [...oldIds].filter((id) => !newIds.has(id)),
    schemas: listSchemaChanges(before.schemas, after.schemas),
  };
}

function compareTexts(from: string, to: string): ChangedText | undefined {
  return from === to ? undefined : { from, to };
}

function listSkillIds({ skills }: AgentFacts): ReadonlySet<string> {
  return new Set(skills.map(({ id }) => id));
}

function listSchemaChanges(
  before: readonly ListedSchema[],
  after: readonly ListedSchema[],
): readonly ChangedSchema[] {
  const [old, now] = [before, after].map(
    (schemas) => new Map(schemas.map(({ name, fingerprint }) => [name, fingerprint])),
  );
  const names = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])];
  return names.flatMap((name) => {
    const [from, to] = [old?.get(name), now?.get(name)];
    const isSame = from === to && old?.has(name) === now?.has(name);
    return isSame
      ? []
      : [{ name, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
  });
}
