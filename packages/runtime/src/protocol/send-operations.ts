import type { Message, SendMessageRequest, StreamResponse, Task } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler, ServerCallContext, User } from '@a2a-js/sdk/server';
import { resolveRequest } from '@formwork/core';
import { toVisibleAgent } from '@formwork/core/internal';
import { toErrorText } from '@formwork/schema';
import { hideSecrets } from '@formwork/schema/internal';
import { openTelemetry, type Telemetry } from '@formwork/telemetry';
import { toAgentVersions, type AgentVersions } from '../agent-versions.ts';
import { bindMethods } from '../bound-methods.ts';
import type { Lease } from '../engine/lease.ts';
import type { PushConfigChange } from '../engine/push-store.ts';
import type { NewTask, TaskEngine } from '../engine/task-engine.ts';
import type { TaskSnapshot } from '../engine/task-snapshot.ts';
import { UnavailableError } from '../errors.ts';
import { createIdempotencyKey, type IdempotencyKey, ONLY_TASK } from '../idempotency-key.ts';
import { createAgentMessage, showId } from '../messages/agent-message.ts';
import { withoutSignature } from '../messages/answer-signature.ts';
import { toProtocolTask, findReader } from '../messages/protocol-task.ts';
import { checkFiles } from '../messages/task-files.ts';
import { listMessageSecrets } from '../runner/redacting-logger.ts';
import type { Runner, ReservedSlot } from '../runner/runner-options.ts';
import { TruncatedTexts } from '../runner/truncated-texts.ts';
import type { Scope } from '../scope.ts';
import { hasOneTask, toMessageScope, toScope } from '../scope.ts';
import { traceQuestion, traceTask } from '../telemetry/trace-task.ts';
import { answerTask } from './answer-task.ts';
import { createStoppableStream, streamOnly, type ClosingSignal } from './closing.ts';
import { findResumePoint, hasFollowed } from './event-id.ts';
import { readIfMatch, noteGeneration } from './generation.ts';
import { createMessageAnswer, createNotNotifiable } from './message-answer.ts';
import { createOrderedId } from './ordered-id.ts';
import { checkPermission, listGrantedScopes, toPrincipal } from './permission.ts';
import {
  checkMessage,
  createStructuredInputError,
  planTask,
  readAcceptedModes,
} from './plan-task.ts';
import { readInlineConfig } from './push-config.ts';
import { setPushConfig } from './push-operations.ts';
import type { OperationOptions } from './request-handler-options.ts';
import { resumeTask, streamTask } from './stream-task.ts';
import { createTaskNotFound } from './task-progress.ts';
import { checkHistoryLength } from './task-query.ts';
import { createTaskQuota, type TaskQuota } from './task-quota.ts';
import { waitForTask } from './wait-for-task.ts';
import { describeWaitingTask } from './waiting-task.ts';

/**
 * The result of a message before the call waits for its task: the task that it created or
 * continued, or a plain answer.
 */
type Started =
  | { readonly kind: 'answer'; readonly message: Message }
  | {
      readonly kind: 'task';
      readonly scope: Scope;
      readonly taskId: string;
      /**
       * Settles when the task's run is over; `undefined` if the task does not run in this process.
       */
      readonly run: Promise<void> | undefined;
      /** True if the message created the task; false if the task existed before. */
      readonly isNew: boolean;
    };

/** Makes SendMessage and SendStreamingMessage (A2A 1.0 sections 3.1.1 and 3.1.2). */
export function createSendOperations(
  options: OperationOptions,
): Pick<A2ARequestHandler, 'sendMessage' | 'sendMessageStream'> {
  return bindMethods(new SendOperations(options));
}

/** The operations that send a message. */
class SendOperations implements Pick<A2ARequestHandler, 'sendMessage' | 'sendMessageStream'> {
  readonly #options: OperationOptions;
  readonly #recognizeRepeats: boolean;
  readonly #agents: AgentVersions;
  readonly #quota: TaskQuota | undefined;
  readonly #telemetry: Telemetry | undefined;

  constructor(options: OperationOptions) {
    this.#options = options;
    const { engine, recognizeRepeats = true } = options;
    this.#recognizeRepeats = recognizeRepeats;
    this.#agents = toAgentVersions(options.agent);
    this.#quota = options.limits && createTaskQuota(engine, options.limits);
    const { telemetry = openTelemetry() } = options;
    this.#telemetry = telemetry;
  }

  async sendMessage(
    request: SendMessageRequest,
    context: ServerCallContext,
  ): Promise<Message | Task> {
    const { configuration } = request;
    const history = checkHistoryLength(configuration?.historyLength);
    const started = await this.#start(request, context);
    if (started.kind === 'answer') return started.message;
    const { scope, taskId, run } = started;
    const snapshot =
      configuration?.returnImmediately === true
        ? await this.#options.engine.get(scope, taskId)
        : await waitForTask({
            engine: this.#options.engine,
            watcher: this.#options.watcher,
            scope,
            taskId,
            run,
            runner: this.#options.runner,
            closing: this.#options.closing,
          });
    if (snapshot === undefined) throw createTaskNotFound(taskId);
    const servedTask = noteGeneration(snapshot, { generation: this.#options.generation, context });
    return toProtocolTask(servedTask, { ...history, ...findReader(context, this.#options) });
  }

  sendMessageStream(
    request: SendMessageRequest,
    context: ServerCallContext,
  ): AsyncGenerator<StreamResponse, void, undefined> {
    return createStoppableStream(async (stopping) => {
      const history = checkHistoryLength(request.configuration?.historyLength);
      // If the answer is a message, `start` waits for it, and must stop waiting when the caller
      // disconnects.
      const started = await this.#start(request, context, stopping);
      if (started.kind === 'answer') {
        return streamOnly({ payload: { $case: 'message', value: started.message } });
      }
      const { scope, taskId, run } = started;
      const reading = {
        engine: this.#options.engine,
        runner: this.#options.runner,
        watcher: this.#options.watcher,
        ...findReader(context, this.#options),
      };
      if (hasFollowed(taskId, context)) {
        const snapshot = await this.#options.engine.get(scope, taskId);
        const after = snapshot && findResumePoint(snapshot, context);
        if (snapshot !== undefined && after !== undefined) {
          return resumeTask({ ...reading, snapshot, after, until: 'rest' });
        }
      }
      const fresh = started.isNew ? { run } : {};
      return streamTask({ ...reading, ...fresh, scope, taskId, until: 'rest', ...history });
    }, this.#options.closing);
  }

  #checkOpen(): void {
    if (this.#options.closing.aborted) throw new UnavailableError();
  }

  /**
   * Stores a caller's message with `write`; throws `QuotaError` if the caller may not store more.
   */
  #store<Value>(scope: Scope, message: Message, write: () => Promise<Value>): Promise<Value> {
    return this.#quota === undefined ? write() : this.#quota.store(scope, message, write);
  }

  #createKey(
    scope: Scope,
    { message, configuration }: SendMessageRequest,
  ): IdempotencyKey | undefined {
    if (message === undefined || !this.#recognizeRepeats) return undefined;
    // The accepted output modes change the result, so a message with other modes is another
    // request.
    const { acceptedOutputModes = [] } = configuration ?? {};
    const content = acceptedOutputModes.length === 0 ? message : [message, acceptedOutputModes];
    return createIdempotencyKey({ scope, id: message.messageId, content });
  }

  async #start(
    request: SendMessageRequest,
    context: ServerCallContext,
    until: ClosingSignal = this.#options.closing,
  ): Promise<Started> {
    this.#checkOpen();
    const message = checkMessage(request.message);
    const ifMatch = readIfMatch(message, { generation: this.#options.generation, context });
    const scope = toScope(context.user);
    const id = message.taskId === '' ? createOrderedId() : message.taskId;
    const config = readInlineConfig(request, { taskId: id, context, push: this.#options.push });
    if (message.taskId !== '') {
      const idempotencyKey = this.#createKey(scope, request);
      return this.#continueTask(message, {
        scope,
        config,
        idempotencyKey,
        user: context.user,
        ifMatch,
      });
    }

    const planned = planTask(this.#agents.current(), message, {
      acceptedOutputModes: readAcceptedModes(request),
      user: context.user,
      texts: new TruncatedTexts(this.#options.logger),
      onTitleError: (error) => {
        const secrets = listMessageSecrets(this.#agents.current(), message);
        this.#options.logger.warn('Cannot title a task', {
          error: hideSecrets(toErrorText(error), secrets),
        });
      },
    });
    const plan = planned instanceof Promise ? await planned : planned;
    const contextId = message.contextId === '' ? createOrderedId() : message.contextId;
    if (plan.kind === 'answer') {
      const { openTasks = false } = this.#options;
      const conversation = { scope, contextId: message.contextId, openTasks };
      const waiting = await describeWaitingTask(this.#options.engine, conversation);
      const text = waiting === '' ? plan.text : `${waiting}\n\n${plan.text}`;
      return { kind: 'answer', message: createAgentMessage(text, { contextId }) };
    }
    const { invocation } = plan;
    const isMessage = invocation.kind === 'text' && invocation.answer === 'message';
    if (isMessage && config !== undefined) throw createNotNotifiable();
    const idempotencyKey = hasOneTask(context.user) ? ONLY_TASK : this.#createKey(scope, request);
    const task: NewTask = {
      id,
      scope: isMessage ? toMessageScope(scope) : scope,
      contextId,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      message: {
        ...message,
        taskId: id,
        contextId,
        metadata: withoutSignature(message.metadata),
      },
      metadata: plan.metadata,
      invocation,
      ...(config && { push: config.config }),
    };
    const make = (newTask: NewTask) => createAndRun(this.#options, newTask);
    const write = async (): Promise<CreatedAndRun> => {
      // The server may have begun to close while the plan was made; then the task would not run.
      this.#checkOpen();
      return this.#store(scope, task.message, () =>
        this.#telemetry?.isTracing === true ? traceTask(this.#telemetry, task, make) : make(task),
      );
    };
    const started = await (this.#quota?.begin(scope, write) ?? write());
    if (!isMessage) {
      // A repeated message returns the existing task, which still lacks the push config of this
      // message.
      if (started.taskId !== id) {
        const { taskId } = started;
        const change = readInlineConfig(request, { taskId, context, push: this.#options.push });
        if (change !== undefined)
          await setPushConfig(this.#options.engine, { scope, taskId, change });
      }
      return { kind: 'task', scope, ...started, isNew: true };
    }
    const wait = {
      engine: this.#options.engine,
      watcher: this.#options.watcher,
      runner: this.#options.runner,
      scope: toMessageScope(scope),
      ...started,
    };
    const snapshot = await waitForTask({ ...wait, closing: until });
    return {
      kind: 'answer',
      message: createMessageAnswer(snapshot, findReader(context, this.#options)),
    };
  }

  /**
   * Passes a message to an existing task. The message never starts a second run (extension, section
   * 3): it answers the question that the task waits on, or the call rejects.
   */
  async #continueTask(
    message: Message,
    {
      scope,
      config: change,
      idempotencyKey,
      user,
      ifMatch,
    }: {
      readonly scope: Scope;
      readonly config: PushConfigChange | undefined;
      readonly idempotencyKey: IdempotencyKey | undefined;
      readonly user: User | undefined;
      readonly ifMatch: number | undefined;
    },
  ): Promise<Started> {
    const telemetry = this.#telemetry;
    const snapshot = await this.#options.engine.get(scope, message.taskId);
    if (snapshot === undefined) throw createTaskNotFound(message.taskId);
    const { skillId } = snapshot.invocation;
    const definition = this.#agents.of(snapshot);
    const skill = definition.skills.find(({ id }) => id === skillId);
    // The caller may have lost the permission for the skill since the task began.
    checkPermission(skill, user);
    const agent = toVisibleAgent(definition, listGrantedScopes(user));
    const outcome = resolveRequest(message, { schemas: agent.inputSchemas, taskExists: true });
    if (outcome.kind === 'structured-input-error') throw createStructuredInputError(agent, outcome);
    if (message.contextId !== '' && message.contextId !== snapshot.contextId) {
      throw new RequestMalformedError(
        `Cannot read the request because message.contextId must be the context of its task: current value is ${showId(JSON.stringify(message.contextId))}`,
      );
    }
    checkFiles(message, skill);
    // The config is set before the answer, so that its receiver gets every event that follows.
    if (change !== undefined)
      await setPushConfig(this.#options.engine, { scope, taskId: snapshot.id, change });
    const { run } = await this.#store(scope, message, () =>
      this.#options.runner.admit(skillId, async (reservation) => {
        const { lease } = await answerTask(snapshot, message, {
          engine: this.#options.engine,
          claim: reservation?.claim,
          idempotencyKey,
          ifMatch,
          author: { kind: 'caller', principal: toPrincipal(user) },
          onAccepted: telemetry && (() => traceQuestion(telemetry, snapshot)),
        });
        return { taskId: snapshot.id, run: lease && reservation?.run(lease) };
      }),
    );
    return { kind: 'task', scope, taskId: snapshot.id, run, isNew: false };
  }
}

/** The id of a created task, and the promise of its run in this process. */
interface CreatedAndRun {
  /** The id of the new task, or of the existing one that has the same idempotency key. */
  readonly taskId: string;
  /** Settles when the task's run is over; `undefined` if the task does not run in this process. */
  readonly run: Promise<void> | undefined;
}

/**
 * Creates a task and runs it in this process if the runner has a free place. The handler may begin
 * before the task is stored, so that a task that ends at once costs one write; callers get the task
 * only after it is stored. The only task of a scope is stored first.
 */
export function createAndRun(
  { engine, runner }: { readonly engine: TaskEngine; readonly runner: Runner },
  task: NewTask,
): Promise<CreatedAndRun> {
  return runner.admit(task.invocation.skillId, (reservation) =>
    reservation === undefined ? createOnly(engine, task) : createIn(reservation, engine, task),
  );
}

async function createOnly(engine: TaskEngine, task: NewTask): Promise<CreatedAndRun> {
  const { taskId } = await engine.create(task);
  return { taskId, run: undefined };
}

async function createIn(
  reservation: ReservedSlot,
  engine: TaskEngine,
  task: NewTask,
): Promise<CreatedAndRun> {
  const first = new FirstRun(reservation);
  try {
    const { taskId, created, lease } = await engine.create(task, {
      ...reservation.claim,
      // Other requests have the key of the only task of a scope, too: the handler must not see one
      // that is refused, although another server takes a request at the same moment.
      ...(task.idempotencyKey !== ONLY_TASK && { start: first.startEarly }),
    });
    return { taskId, run: first.settle(created, lease) };
  } catch (error) {
    void first.settle(false);
    throw error;
  }
}

/** The first run of a task, which may begin while the engine still stores the task. */
class FirstRun {
  readonly #reservation: ReservedSlot;
  readonly #created = Promise.withResolvers<boolean>();
  #run: Promise<void> | undefined;

  constructor(reservation: ReservedSlot) {
    this.#reservation = reservation;
  }

  readonly startEarly = (lease: Lease, snapshot: TaskSnapshot): void => {
    this.#run = this.#reservation.run(lease, { snapshot, created: this.#created.promise });
  };

  /** Notes whether the task is new, and returns its run; `undefined` if it does not run here. */
  settle(isNew: boolean, lease?: Lease): Promise<void> | undefined {
    this.#created.resolve(isNew);
    if (!isNew) return undefined;
    if (lease !== undefined) this.#run ??= this.#reservation.run(lease);
    return this.#run;
  }
}
