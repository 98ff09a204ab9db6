import { readEvents } from '../support/event-stream.ts';
import type { Caller, CallOptions, Errand } from './caller.ts';
import { OUTCOMES, toAsked, toCompleted, toFailed, toInvalid, toSurprise } from './outcome.ts';

/** A message part of A2A, with the fields that these tests read. */
export interface Part {
  readonly data?: unknown;
  readonly metadata?: object;
  readonly text?: string;
}

interface Task {
  readonly id: string;
  readonly status: {
    readonly state: string;
    readonly message?: { readonly parts: readonly Part[] };
  };
  readonly artifacts?: readonly { readonly parts: readonly Part[] }[];
}

/** The error in a JSON-RPC answer. */
export interface WireError {
  readonly code: number;
  readonly message: string;
  readonly data?: readonly {
    readonly reason?: string;
    readonly fieldViolations?: readonly object[];
  }[];
}

/** A JSON-RPC answer, with the HTTP status. */
export interface Answer {
  readonly status: number;
  readonly result?: Readonly<Record<string, unknown>> | undefined;
  readonly error?: WireError;
}

/** The method names and message shapes of one version of A2A. */
interface Words {
  readonly version: '1.0' | '0.3';
  readonly methods: Readonly<Record<'send' | 'stream' | 'get' | 'cancel', string>>;
  readonly fromPart: (part: Part) => object;
  readonly message: object;
  readonly atOnce: object;
}

const MODERN: Words = {
  version: '1.0',
  methods: {
    send: 'SendMessage',
    stream: 'SendStreamingMessage',
    get: 'GetTask',
    cancel: 'CancelTask',
  },
  fromPart: (part) => part,
  message: { role: 'ROLE_USER' },
  atOnce: { returnImmediately: true },
};

const LEGACY: Words = {
  version: '0.3',
  methods: {
    send: 'message/send',
    stream: 'message/stream',
    get: 'tasks/get',
    cancel: 'tasks/cancel',
  },
  fromPart: (part) => ({ kind: 'text' in part ? 'text' : 'data', ...part }),
  message: { kind: 'message', role: 'user' },
  atOnce: { blocking: false },
};

/** Sends a request over HTTP. */
export type Send = (url: string, request: RequestInit) => Promise<Response>;

/**
 * Makes a caller of A2A over JSON-RPC, without any of Formwork's client code. `send` sends its
 * requests; default `fetch`.
 */
export function createA2aCaller(url: string, version: '1.0' | '0.3', send: Send = fetch): Caller {
  const words = version === '1.0' ? MODERN : LEGACY;

  function post(body: string, { token }: CallOptions = {}): Promise<Response> {
    return send(`${url}/a2a`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(version === '1.0' && { 'a2a-version': '1.0' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body,
    });
  }

  async function ask(
    method: keyof Words['methods'],
    params: object,
    options?: CallOptions,
  ): Promise<Answer> {
    return read(await post(toCall(words.methods[method], params), options));
  }

  const toMessage = (errand: Errand, options: CallOptions): object =>
    createMessage(errand, options, words);

  return {
    protocol: `A2A ${version}`,
    async call(errand, options = {}) {
      return toOutcome(await ask('send', { message: toMessage(errand, options) }, options));
    },
    async follow(errand, options = {}) {
      const params = { message: toMessage(errand, options) };
      const response = await post(toCall(words.methods.stream, params), options);
      if (!(response.headers.get('content-type') ?? '').startsWith('text/event-stream')) {
        return [toOutcome(await read(response))];
      }
      return followEvents(response, async (id) => ask('get', { id }, options));
    },
    async begin(errand, options = {}) {
      const message = toMessage(errand, options);
      const { result } = await ask('send', { message, configuration: words.atOnce }, options);
      return { id: toTask(result)?.id ?? '' };
    },
    look: async ({ id }, options) => toOutcome(await ask('get', { id }, options)),
    cancel: async ({ id }, options) => toOutcome(await ask('cancel', { id }, options)),
    async answer({ id }, data) {
      const message = {
        ...words.message,
        messageId: crypto.randomUUID(),
        taskId: id,
        parts: [words.fromPart({ data })],
      };
      return toOutcome(await ask('send', { message }));
    },
    post: async (body) => toOutcome(await read(await post(body))),
    sendIncomplete: async () =>
      toOutcome(await ask('send', { message: { ...words.message, messageId: 'm' } })),
  };
}

function createMessage(
  errand: Errand,
  { messageId = crypto.randomUUID() }: CallOptions,
  words: Words,
): object {
  const skill = 'text' in errand ? 'chat' : errand.skill;
  const part: Part =
    'text' in errand
      ? errand
      : { data: errand.data, metadata: { mimeType: `application/json;schema=${errand.schema}` } };
  return {
    ...words.message,
    messageId,
    parts: [words.fromPart(part)],
    ...(skill !== undefined && { metadata: { skillId: skill } }),
  };
}

/** Makes a `SendMessage` request of A2A 1.0 for an errand. */
export function toModernMessage(errand: Errand, options: CallOptions): object {
  return createMessage(errand, options, MODERN);
}

function toCall(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

async function read(response: Response): Promise<Answer> {
  const body = (await response.json()) as Omit<Answer, 'status'>;
  return { status: response.status, ...body };
}

/** Reads a stream to its end and returns the texts of progress, then the outcome of the task. */
async function followEvents(
  response: Response,
  get: (id: string) => Promise<Answer>,
): Promise<readonly string[]> {
  const texts: string[] = [];
  let id = '';
  for await (const { data } of readEvents(response)) {
    const { result, error } = data as Answer;
    if (error !== undefined) return [...texts, toOutcome({ status: 200, error })];
    const task = toTask(result);
    if (task !== undefined) ({ id } = task);
    const update = toPartialTask(result?.['statusUpdate'] ?? result);
    const text = update?.status?.message?.parts[0]?.text;
    if (text !== undefined) texts.push(text);
  }
  return [...texts, toOutcome(await get(id))];
}

function toPartialTask(value: unknown): Partial<Task> | undefined {
  return typeof value === 'object' && value !== null ? value : undefined;
}

function toTask(result: Answer['result']): Task | undefined {
  const task = toPartialTask(result?.['task'] ?? result);
  return task?.id === undefined || task.status === undefined ? undefined : (task as Task);
}

/** Returns the outcome of a call, in the words of `outcome.ts` that all protocols share. */
export function toOutcome({ status, result, error }: Answer): string {
  if (status === 401) return OUTCOMES.stranger;
  if (error !== undefined) return toRefusal(status, error);
  const task = toTask(result);
  if (task === undefined) return toSurprise(status, result);
  const [asked] = task.status.message?.parts ?? [];
  switch (task.status.state.replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-')) {
    case 'completed': {
      const [part] = task.artifacts?.[0]?.parts ?? [];
      return toCompleted(part?.text ?? part?.data);
    }
    case 'submitted':
    case 'working':
      return OUTCOMES.working;
    case 'canceled':
      return OUTCOMES.canceled;
    case 'failed':
      return toFailed(asked?.text);
    case 'input-required':
      return toAsked(asked?.text);
    default:
      return toSurprise(status, result);
  }
}

function toRefusal(status: number, error: WireError): string {
  const { code, message, data = [] } = error;
  const [{ reason }] = [data[0] ?? {}];
  if (code === -32001) return OUTCOMES.missing;
  if (code === -32700 || code === -32600) return OUTCOMES.malformed;
  if (reason === 'INVALID_PARAMS') return OUTCOMES.malformed;
  const fields = data.find((detail) => detail.fieldViolations !== undefined)?.fieldViolations;
  if (fields !== undefined && reason === 'STRUCTURED_INPUT_INVALID') return toInvalid(fields);
  if (message.includes('its schema must be one that this agent takes')) return OUTCOMES.unknown;
  return toSurprise(status, error);
}
