import { readEvents } from '../support/event-stream.ts';
import type { Caller, CallOptions, Errand } from './caller.ts';
import { OUTCOMES, toAsked, toCompleted, toFailed, toInvalid, toSurprise } from './outcome.ts';

interface Failure {
  readonly code: string;
  readonly message: string;
  readonly details?: {
    readonly state?: string;
    readonly task_id?: string;
    readonly problems?: readonly { readonly pointer: string }[];
    readonly question?: { readonly prompt: string };
  };
}

interface Envelope {
  readonly message_type: string;
  readonly payload: {
    readonly status?: string;
    readonly data?: Readonly<Record<string, unknown>>;
    readonly error?: Failure;
  };
}

interface Answer {
  readonly status: number;
  readonly taskId: string | undefined;
  readonly body: Envelope;
}

/** Makes a caller that uses message envelopes. */
export function createEnvelopeCaller(url: string, agentId: string): Caller {
  function post(body: string, headers: object = {}): Promise<Response> {
    return fetch(`${url}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  }

  function toEnvelope(payload: object, messageId = crypto.randomUUID() as string): string {
    return JSON.stringify({
      message_id: messageId,
      message_type: 'request',
      sender_id: 'table-caller',
      recipient_id: agentId,
      timestamp: new Date().toISOString(),
      correlation_id: null,
      payload,
    });
  }

  function send(
    payload: object,
    { token, messageId }: CallOptions = {},
    headers: object = {},
  ): Promise<Response> {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return post(toEnvelope(payload, messageId), { ...authorization, ...headers });
  }

  async function ask(payload: object, options?: CallOptions): Promise<Answer> {
    return read(await send(payload, options));
  }

  return {
    protocol: 'envelopes',
    call: async (errand, options) => toOutcome(await ask(toPayload(errand), options)),
    async follow(errand, options) {
      const accept = { accept: 'text/event-stream' };
      const response = await send(toPayload(errand), options, accept);
      if (!(response.headers.get('content-type') ?? '').startsWith('text/event-stream')) {
        return [toOutcome(await read(response))];
      }
      const texts: string[] = [];
      for await (const { data } of readEvents(response)) {
        const body = data as Envelope;
        const progress = body.payload.data?.['progress'] as { readonly text?: string } | undefined;
        if (progress === undefined) {
          texts.push(toOutcome({ status: 200, taskId: undefined, body }));
        } else if (progress.text !== undefined) texts.push(progress.text);
      }
      return texts;
    },
    async begin(errand, options) {
      const { taskId, body } = await ask(toPayload(errand), options);
      return { id: taskId ?? body.payload.error?.details?.task_id ?? '' };
    },
    look: async ({ id }, options) =>
      toOutcome(await ask({ method: 'task.get', parameters: { task_id: id } }, options)),
    cancel: async ({ id }, options) =>
      toOutcome(await ask({ method: 'task.cancel', parameters: { task_id: id } }, options)),
    answer: async ({ id }, data) =>
      toOutcome(await ask({ method: 'task.reply', parameters: { task_id: id, data } })),
    post: async (body) => toOutcome(await read(await post(body))),
    sendIncomplete: async () => toOutcome(await read(await post(toEnvelope({})))),
  };
}

function toPayload(errand: Errand): object {
  if ('text' in errand) return { method: 'chat', parameters: { text: errand.text } };
  const { schema, skill, data } = errand;
  return { method: skill === undefined ? schema : `${skill}/${schema}`, parameters: data };
}

async function read(response: Response): Promise<Answer> {
  return {
    status: response.status,
    taskId: response.headers.get('formwork-task-id') ?? undefined,
    body: (await response.json()) as Envelope,
  };
}

function toOutcome({ status, body }: Answer): string {
  const { error, data } = body.payload;
  if (error !== undefined) return toRefusal(status, error);
  const state = data?.['state'];
  if (typeof state === 'string' && data?.['task_id'] !== undefined) return toState(status, data);
  return toCompleted(data?.['text'] ?? data);
}

/** Returns the outcome that an answer to `task.get` and similar requests tells of a task. */
function toState(status: number, task: Readonly<Record<string, unknown>>): string {
  switch (task['state']) {
    case 'completed':
      return toCompleted(task['output'] ?? task['text']);
    case 'canceled':
      return OUTCOMES.canceled;
    case 'submitted':
    case 'working':
      return OUTCOMES.working;
    case 'input-required':
      return toAsked(task['text']);
    default:
      return toSurprise(status, task);
  }
}

const PARAMETERS = '/payload/parameters';

/**
 * Returns the outcome for problems in a request: invalid input if all are in the parameters, else a
 * malformed message.
 */
function toInputProblems(problems: readonly { readonly pointer: string }[]): string {
  if (problems.some(({ pointer }) => !pointer.startsWith(PARAMETERS))) return OUTCOMES.malformed;
  return toInvalid(problems.map(({ pointer }) => ({ pointer: pointer.slice(PARAMETERS.length) })));
}

function toRefusal(status: number, error: Failure): string {
  const { code, message, details = {} } = error;
  if (details.state === 'input-required') return toAsked(details.question?.prompt);
  if (details.state === 'failed') return toFailed(message);
  switch (code) {
    case 'AUTHENTICATION_FAILED':
      return OUTCOMES.stranger;
    case 'NOT_FOUND':
      return OUTCOMES.missing;
    case 'METHOD_NOT_ALLOWED':
      return OUTCOMES.unknown;
    case 'INVALID_MESSAGE':
      return OUTCOMES.malformed;
    case 'TIMEOUT':
      return OUTCOMES.working;
    case 'VALIDATION_FAILED':
      return toInputProblems(details.problems ?? []);
    default:
      return toSurprise(status, error);
  }
}
