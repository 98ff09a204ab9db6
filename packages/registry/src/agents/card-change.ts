import type { AgentFacts, ListedSchema } from './registered-agent.ts';

/** A text that was one thing before and is another now. */
export interface ChangedText {
  readonly from: string;
  readonly to: string;
}

/** A schema that came, went, or has another fingerprint. */
export interface ChangedSchema {
  readonly name: string;
  /** Absent for one that is new, or was refused. */
  readonly from?: string;
  /** Absent for one that is gone, or is refused. */
  readonly to?: string;
}

/** How a card differed from the one before it. What did not change is left out. */
export interface CardChange {
  /** ISO 8601, in UTC. */
  readonly time: string;
  readonly fingerprint: ChangedText;
  readonly version?: ChangedText;
  readonly name?: ChangedText;
  /** The door that callers use: one that moves is worth a look. */
  readonly endpoint?: ChangedText;
  readonly addedSkills: readonly string[];
  readonly removedSkills: readonly string[];
  readonly schemas: readonly ChangedSchema[];
}

/** Compares two cards of an agent; `undefined` when they are the same. */
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
