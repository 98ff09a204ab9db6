import type { Agent } from '@formwork/core';
import type { TaskSnapshot } from './engine/task-snapshot.ts';

/** An agent whose definition (name, skills, handlers) may be replaced while a server serves it. */
export interface AgentVersions {
  readonly current: () => Agent;
  /**
   * Returns the definition that the agent had when a task began, if this process remembers that
   * definition, else the newest one.
   */
  readonly of: (task: Pick<TaskSnapshot, 'createdAt' | 'invocation'>) => Agent;
  /**
   * Replaces the agent's definition for messages that come from now on; running tasks keep theirs.
   */
  readonly replace: (next: Agent) => void;
  /** Lists the definitions that this process remembers, the newest first. */
  readonly list: () => readonly AgentVersion[];
}

/** The largest number of older agent definitions that are kept for tasks that began with them. */
const MAX_OLDER = 20;

/** A definition of an agent that a process remembers. */
export interface AgentVersion {
  readonly agent: Agent;
  /**
   * The time from which tasks begin with this definition, in milliseconds since 1970; `-Infinity`
   * for the one with which the process started.
   */
  readonly since: number;
}

/**
 * Makes an agent whose definition may be replaced; running tasks keep the definition that they
 * began with.
 */
export function createAgentVersions(agent: Agent): AgentVersions {
  return new RememberedVersions(agent);
}

class RememberedVersions implements AgentVersions {
  #newest: AgentVersion;
  /** The older definitions of the agent, the newest first. */
  #older: readonly AgentVersion[] = [];

  constructor(agent: Agent) {
    this.#newest = { agent, since: -Infinity };
  }

  readonly current = (): Agent => this.#newest.agent;

  readonly of = ({
    createdAt,
    invocation,
  }: Pick<TaskSnapshot, 'createdAt' | 'invocation'>): Agent => {
    if (this.#older.length === 0) return this.#newest.agent;
    const began = Date.parse(createdAt);
    const versions = this.list();
    const candidates = versions.filter(({ since }) => since <= began);
    // The database's clock may differ from this one: a definition that lacks the task's skill
    // cannot be the one that the task began with.
    const match = [...candidates, ...versions].find((version) => canDo(version.agent, invocation));
    return (match ?? this.#newest).agent;
  };

  readonly list = (): readonly AgentVersion[] => [this.#newest, ...this.#older];

  readonly replace = (next: Agent): void => {
    this.#older = this.list().slice(0, MAX_OLDER);
    this.#newest = { agent: next, since: Date.now() };
  };
}

/** Returns an agent's definitions as `AgentVersions`; a plain agent has one definition only. */
export function toAgentVersions(agent: Agent | AgentVersions): AgentVersions {
  return 'current' in agent ? agent : createAgentVersions(agent);
}

function canDo(agent: Agent, invocation: TaskSnapshot['invocation']): boolean {
  const { skillId } = invocation;
  if (skillId === undefined) return agent.text !== undefined;
  const skill = agent.skills.find(({ id }) => id === skillId);
  if (skill === undefined) return false;
  return invocation.kind === 'structured' ? skill.inputs.has(invocation.schema) : true;
}
