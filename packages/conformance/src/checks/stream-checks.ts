import { isInterrupted, isTerminal, type EventView } from '../doors/dialect.ts';
import { isEventStream } from '../doors/http-door.ts';
import { broken, HOLDS, UntriedError, untried } from '../rules/rule-result.ts';
import type { DoorSession } from '../session/door-session.ts';
import { listProblems } from './document-problems.ts';
import { createUnknownId, describeCame, expectError, type DoorCheck } from './expectations.ts';

/** The checks of streams. */
export const STREAM_CHECKS: Readonly<Record<string, DoorCheck>> = {
  async 'stream.content-type'(session) {
    const exchange = await session.stream();
    const { headers = new Headers(), request, error } = exchange;
    if (isEventStream(headers)) return HOLDS;
    if (error !== undefined) return untried(`the stream was refused: ${error.message}`);
    return broken({
      sent: request,
      expected: 'the content type text/event-stream',
      came: headers.get('content-type') ?? 'no content type',
      change: 'Answer SendStreamingMessage with server-sent events.',
    });
  },

  async 'stream.first'(session) {
    const { views, request } = await readStream(session);
    const [first] = views;
    const isWhole = first?.kind === 'task' || (first?.kind === 'message' && views.length === 1);
    if (isWhole) return HOLDS;
    return broken({
      sent: request,
      expected: 'the task as the first event, or one message',
      came: first === undefined ? 'an event of no kind' : `a ${first.kind} first`,
      change: 'Begin the stream of a task with the task itself.',
    });
  },

  async 'stream.events'(session) {
    const { door } = session;
    const { views, events, request } = await readStream(session);
    for (const [index, view] of views.entries()) {
      const fault =
        view === undefined
          ? 'is none of task, message, statusUpdate and artifactUpdate'
          : findFault(view, { event: events[index], session });
      if (fault === undefined) continue;
      return broken({
        sent: request,
        expected: `events of A2A ${door.dialect.version}`,
        came: `as event ${index + 1} one that ${fault}`,
        change: 'Mend this event of the stream.',
      });
    }
    return HOLDS;
  },

  async 'stream.ids'(session) {
    const { views, request } = await readStream(session);
    const ids = views.flatMap((view) => {
      if (view === undefined || view.kind === 'message') return [];
      return view.kind === 'task'
        ? [{ taskId: view.task.id, contextId: view.task.contextId ?? '' }]
        : [{ taskId: view.taskId, contextId: view.contextId }];
    });
    const [first] = ids;
    const deviant = ids.find(
      ({ taskId, contextId }) => taskId !== first?.taskId || contextId !== first.contextId,
    );
    if (first === undefined || deviant === undefined) return HOLDS;
    const show = ({ taskId, contextId }: typeof first): string =>
      `the task ${taskId} in the context ${contextId}`;
    return broken({
      sent: request,
      expected: `${show(first)} in all events`,
      came: show(deviant),
      change: 'Put the same taskId and contextId into every event of a task.',
    });
  },

  async 'stream.end'(session) {
    const { views, isOver, request } = await readStream(session);
    const last = views.at(-1);
    const state = views.map(toState).findLast((candidate) => candidate !== '') ?? '';
    const isSaid = last?.kind === 'message' || isTerminal(state) || isInterrupted(state);
    // A2A 0.3 marks the last event of a stream.
    const isMarked =
      session.door.dialect.version === '1.0' || last?.kind !== 'statusUpdate' || last.isFinal;
    if (isSaid && isOver && isMarked) return HOLDS;
    if (isSaid && !isMarked) {
      return broken({
        sent: request,
        expected: 'a last event with "final": true',
        came: 'one without',
        change: 'Set "final" to true in the last event of a stream.',
      });
    }
    const came = isSaid
      ? `the state ${state || 'of a message'}, and no end of the stream within the time limit`
      : `${isOver ? 'the end of the stream' : 'no end'} after the state ${state || '(none)'}`;
    return broken({
      sent: request,
      expected: 'a last state that is terminal or waits for the caller, and then the end',
      came,
      change: 'Send the last state of the task, then close the stream.',
    });
  },

  async 'stream.after-end'(session) {
    const { views, request } = await readStream(session);
    const end = views.findIndex((view) => isTerminal(toState(view)));
    const surplus = end === -1 ? 0 : views.length - end - 1;
    if (surplus === 0) return HOLDS;
    return broken({
      sent: request,
      expected: 'the terminal state as the last event',
      came: `${surplus} more events after it`,
      change: 'Send nothing after the state in which the task has ended.',
    });
  },

  async 'stream.agrees'(session) {
    const { views } = await readStream(session);
    const state = views.map(toState).findLast((candidate) => candidate !== '') ?? '';
    const id = views.map(toTaskId).find((candidate) => candidate !== '');
    if (id === undefined || !isTerminal(state)) return untried('the stream ended with no task');
    const task = await session.getTask(id);
    if (task.state === state) return HOLDS;
    return broken({
      sent: `GetTask after a stream that ended as ${state}`,
      expected: `the state ${state}`,
      came: `the state ${task.state}`,
      change: 'Store a state before it is sent to streams.',
    });
  },

  async 'stream.unsupported'(session) {
    if (session.card.capabilities['streaming'] === true)
      return untried('the card offers streaming');
    const [input] = session.inputs.inputs;
    if (input === undefined) return untried('there is no input to send');
    const params = { message: session.toMessage(input) };
    const exchange = await session.open({ operation: 'SendStreamingMessage', params });
    return expectError(session.door, exchange, {
      reason: 'UNSUPPORTED_OPERATION',
      change: 'Refuse streams, or say "streaming": true in the card.',
    });
  },

  async 'subscribe.unknown'(session) {
    if (session.card.capabilities['streaming'] !== true)
      return untried('the card offers no streaming');
    const params = { id: createUnknownId() };
    return expectError(session.door, await session.open({ operation: 'SubscribeToTask', params }), {
      reason: 'TASK_NOT_FOUND',
      change: 'Answer an id that no task has with this error, before the stream begins.',
    });
  },

  async 'subscribe.ended'(session) {
    if (session.card.capabilities['streaming'] !== true)
      return untried('the card offers no streaming');
    const { settled } = await session.findEnded();
    const params = { id: settled.id };
    return expectError(session.door, await session.open({ operation: 'SubscribeToTask', params }), {
      reason: 'UNSUPPORTED_OPERATION',
      change: 'Refuse to subscribe to a task that has ended.',
    });
  },

  async 'subscribe.waiting'(session) {
    if (session.card.capabilities['streaming'] !== true)
      return untried('the card offers no streaming');
    const { settled } = await session.findWaiting();
    const params = { id: settled.id };
    const exchange = await session.open(
      { operation: 'SubscribeToTask', params },
      { onlyFirst: true },
    );
    const view = session.door.dialect.readEvent(exchange.events[0]);
    if (view?.kind === 'task' && view.task.id === settled.id) return HOLDS;
    return broken({
      sent: exchange.request,
      expected: 'the task as the first event',
      came: view === undefined ? describeCame(session.door, exchange) : `a ${view.kind}`,
      change: 'Begin a subscription with the task as it is.',
    });
  },
};

async function readStream(session: DoorSession): Promise<{
  readonly request: string;
  readonly isOver: boolean;
  readonly events: readonly unknown[];
  readonly views: readonly (EventView | undefined)[];
}> {
  const { events, request, isOver, error } = await session.stream();
  if (error !== undefined) throw new UntriedError(`the stream was refused: ${error.message}`);
  if (events.length === 0)
    throw new UntriedError('the stream had no events: see stream.content-type');
  return {
    events,
    request,
    isOver,
    views: events.map((event) => session.door.dialect.readEvent(event)),
  };
}

function toState(view: EventView | undefined): string {
  if (view?.kind === 'task') return view.task.state;
  return view?.kind === 'statusUpdate' ? view.state : '';
}

function toTaskId(view: EventView | undefined): string {
  if (view?.kind === 'task') return view.task.id;
  return view === undefined || view.kind === 'message' ? '' : view.taskId;
}

/** Finds a fault in the form of an event; `undefined` if there is none. */
function findFault(
  view: EventView,
  {
    event,
    session,
  }: {
    readonly event: unknown;
    readonly session: DoorSession;
  },
): string | undefined {
  const { binding, dialect } = session.door;
  // Protobuf has only one form.
  if (binding === 'GRPC') return undefined;
  const { version } = dialect;
  const value = version === '0.3' ? event : Reflect.get(Object(event), view.kind);
  const [problem] = listProblems(value, { kind: view.kind, version });
  return problem === undefined ? undefined : `is a ${view.kind} in which ${problem}`;
}
