import type { Message } from '@a2a-js/sdk';
import { fromSchemaMode } from '@formwork/core/protocol';
import { AbortedError, RequestError } from '../errors.ts';
import { getAgentParts, type AgentParts, type RemoteAgent } from '../remote-agent.ts';
import { TaskView } from '../task/task-view.ts';
import { streamEvents } from '../task/wait-for-outcome.ts';
import { cancelTask, type RequestContext } from '../transport/agent-link.ts';
import { describeAgent } from './agent-description.ts';
import type {
  AgentSource,
  ExchangeEvent,
  SourceMessage,
  SourceOptions,
  SourceTask,
  SourceEvent,
} from './agent-source.ts';
import type { ExchangeRecorder } from './exchange-recorder.ts';
import { createSourceReader, type SourceReaderOptions } from './read-source-result.ts';
import { toFailureEvent, toSourceEvent } from './source-events.ts';
import { toSourceMessage } from './to-source-message.ts';

/** Options of {@link toAgentSource}: whether requests and answers are shown. */
export interface AgentSourceOptions {
  /**
   * A recorder that shows requests and answers as events between those of the task; the agent MUST
   * be connected with the recorder's `fetch`. Default: none are shown.
   */
  readonly recorder?: ExchangeRecorder;
}

/** One call of an agent source: a message to send, or a task to watch or cancel. */
interface SourceCall {
  /** The id of the skill that the call is about; `undefined` if it is not known. */
  readonly skillId: string | undefined;
  /** False if plain text was sent to the agent, so that an answer in text is no fault. */
  readonly isData: boolean;
  /** The name of the schema that the sent data fits; `''` for none. */
  readonly schema: string;
  readonly taskId: string | undefined;
  /**
   * Does what has to happen before the task is watched, such as asking for its end, and returns the
   * message to send, if there is one.
   */
  readonly prepare: (context: RequestContext, view: TaskView) => Promise<Message | undefined>;
}

/**
 * Makes a source of plain data and events of a connected agent, for a page. Failures of the agent
 * or the network are events as well; data that does not fit its schema is shown with its problems.
 *
 * @throws TypeError for an agent that `connect` did not return.
 *
 * @example
 * ```ts
 * import { connect, toAgentSource } from '@formwork/client';
 *
 * const source = toAgentSource(await connect('http://127.0.0.1:4100'));
 * const { name, skills } = await source.describe();
 * ```
 */
export function toAgentSource(
  agent: RemoteAgent,
  { recorder }: AgentSourceOptions = {},
): AgentSource {
  const parts = getAgentParts(agent);

  async function* follow(
    call: SourceCall,
    { signal }: SourceOptions = {},
  ): AsyncGenerator<SourceEvent, void, undefined> {
    const view = new TaskView(call.taskId);
    const exchanges: ExchangeEvent[] = [];
    const recorded =
      agent.door.binding === 'GRPC'
        ? undefined
        : recorder?.open((exchange) => exchanges.push(exchange));
    const parameters = { ...parts.link.parameters, ...recorded?.header };
    const context = {
      link: { ...parts.link, parameters },
      signal,
      schema: '',
      taskId: () => view.taskId(),
    };
    try {
      const message = await call.prepare(context, view);
      yield* exchanges.splice(0);
      const read = createSourceReader(chooseReaderOptions(call, agent, parts));
      // A page looks at a waiting task from time to time: it may wait for days.
      const options = { waitForOthers: false, ...(signal !== undefined && { signal }) };
      const wait = { link: context.link, read, options, schema: call.schema };
      for await (const event of streamEvents(wait, { message, view })) {
        yield* exchanges.splice(0);
        yield toSourceEvent(event, view);
      }
    } catch (error) {
      const failure = toFailureEvent(preferAborted(error, signal, view), view);
      yield* exchanges.splice(0);
      yield failure;
    } finally {
      recorded?.close();
    }
  }

  return {
    describe: () => Promise.resolve().then(() => describeAgent(agent, parts)),
    send: (message, options) => follow(createSendCall(message, agent), options),
    watch: (task, options) =>
      follow(
        createTaskCall(task, () => Promise.resolve(undefined)),
        options,
      ),
    cancel: (task, options) =>
      follow(
        createTaskCall(task, (context) => askToStop(context, task.taskId)),
        options,
      ),
  };
}

function createSendCall(message: SourceMessage, agent: RemoteAgent): SourceCall {
  const isNew = message.kind === 'input' || message.kind === 'text';
  return {
    skillId: message.skillId,
    isData: message.kind !== 'text',
    schema: message.kind === 'input' ? message.schema : '',
    taskId: isNew ? undefined : message.taskId,
    prepare: (context, view) => toSourceMessage(message, { agent, context, view }),
  };
}

function createTaskCall(
  { taskId, skillId }: SourceTask,
  prepare: SourceCall['prepare'],
): SourceCall {
  return { taskId, skillId, isData: true, schema: '', prepare };
}

async function askToStop(context: RequestContext, taskId: string): Promise<undefined> {
  try {
    await cancelTask(context, taskId);
  } catch (error) {
    // The task has ended meanwhile; its events follow all the same.
    if (!(error instanceof RequestError) || error.reason !== 'TASK_NOT_CANCELABLE') throw error;
  }
}

/**
 * Replaces any error by an `AbortedError` once the caller's signal is aborted: after that, an error
 * says nothing about the agent.
 */
function preferAborted(thrown: unknown, signal: AbortSignal | undefined, view: TaskView): unknown {
  if (signal?.aborted !== true || thrown instanceof AbortedError) return thrown;
  return new AbortedError({ taskId: view.taskId(), canceled: false, cause: signal.reason });
}

function chooseReaderOptions(
  { skillId, isData }: SourceCall,
  agent: RemoteAgent,
  parts: AgentParts,
): SourceReaderOptions {
  const skill = agent.card.skills.find(({ id }) => id === skillId);
  if (skill === undefined) {
    // Without a known skill, the tags of parts tell which schema the data claims to fit.
    return {
      outputs: parts.schemas.names.map(parts.schemas.get),
      isOfSkill: false,
      needsData: false,
    };
  }
  const outputs = agent.skill(skill.id).outputs();
  const isFree = skill.outputModes.some((mode) => fromSchemaMode(mode) === undefined);
  return { outputs, isOfSkill: true, needsData: isData && !isFree && outputs.length > 0 };
}
