import type { RemoteAgent } from '@formwork/client';
import { listFileTypes } from '@formwork/core/internal';
import { UsageError } from '../../errors/errors.ts';
import type { AnyRemoteSkill } from '../../remote/connect-options.ts';
import type { CallRequest } from './call-request.ts';

/** The target of a call: a skill of an agent, or the agent itself where it lists no skills. */
export type CallTarget = Pick<
  AnyRemoteSkill,
  'fileLimits' | 'fileTypes' | 'inputs' | 'outputs' | 'stream' | 'task'
> & {
  /** How messages name the target, such as `skill "chat"`. */
  readonly title: string;
  /** The request, without a skill if the agent lists none: all words are then its text. */
  readonly request: CallRequest;
};

/**
 * Finds what a request of the command line reaches.
 *
 * @throws UsageError if the agent lists skills, and none is named
 */
export function findCallTarget(agent: RemoteAgent, request: CallRequest): CallTarget {
  const { skillId, words, flags } = request;
  if (agent.skillIds.length === 0) return toAgentTarget(agent, request);
  if (skillId !== undefined) {
    return { ...agent.skill(skillId), title: `skill ${JSON.stringify(skillId)}`, request };
  }
  // A task goes on without the name of its skill; its result is then shown unchecked.
  if (flags.task !== undefined) return toAgentTarget(agent, { ...request, words });
  const ids = agent.skillIds.slice(0, 20).join(', ');
  throw new UsageError(
    `Cannot call because SKILL must be one of ${ids}: current value is undefined. Write formwork call URL SKILL.`,
  );
}

function toAgentTarget(agent: RemoteAgent, request: CallRequest): CallTarget {
  const { skillId, words, ...settings } = request;
  return {
    title: 'the agent',
    inputs: () => [],
    outputs: () => [],
    fileTypes: listFileTypes(agent.card.defaultInputModes),
    fileLimits: {},
    stream: (input, options) => agent.streamSend(input as string, options),
    task: (taskId) => agent.task(taskId),
    request: { ...settings, words: skillId === undefined ? words : [skillId, ...words] },
  };
}
