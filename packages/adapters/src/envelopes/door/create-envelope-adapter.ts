import { toErrorText } from '@formwork/schema';
import {
  type AdapterHost,
  type Caller,
  type Exchange,
  type ProtocolAdapter,
  type RequestMessage,
  type Step,
  UnauthenticatedError,
} from '@formwork/server';
import {
  chooseType,
  createBytesReader,
  createRequestRate,
  hasBody,
  isPathOf,
  readMediaType,
  sendJson,
  toStep,
  writeEventStream,
} from '@formwork/server/internal';
import { isUtf8 } from '../../json-guard.ts';
import { EnvelopeRefusedError } from '../errors.ts';
import { createStreamIds, type Envelope } from '../message/envelope.ts';
import { parseMessage } from '../message/message-text.ts';
import { admit } from './admit.ts';
import { type Answer, chooseAnswer, createAnswer } from './answer-envelope.ts';
import { answerRequest } from './answer-request.ts';
import type { Call, EnvelopeAnswer as Outcome } from './call.ts';
import { answerDiscovery, answerHandshake } from './introduction.ts';
import { toRefusal } from './refusal.ts';
import {
  createDoorSettings,
  type DoorSettings,
  type EnvelopeAdapterOptions,
  type EnvelopeSettings,
  readSettings,
} from './settings.ts';

/**
 * Makes the adapter that accepts messages of the Message Schemas Reference at `POST /messages`, for
 * the agent and the tasks of a server: `createServer(agent, { adapters: [createEnvelopeAdapter()]
 * })`.
 *
 * @throws RangeError or TypeError that names the option at fault, and `KeyRefusedError`
 */
export function createEnvelopeAdapter(options: EnvelopeAdapterOptions = {}): ProtocolAdapter {
  const settings = readSettings(options);
  return (host) => {
    const door = new EnvelopeDoor(host, settings);
    const { path } = door;
    return {
      name: 'envelopes',
      owns: (requestPath) => isPathOf(requestPath, path.toLowerCase()),
      step: door.createStep(),
      routes: [path],
      close: () => door.close(),
    };
  };
}

/** A message that is being processed, and its HTTP request. */
interface Delivery {
  readonly exchange: Exchange;
  /**
   * The received message, parsed as JSON; `undefined` until it was parsed. Its answer refers to it.
   */
  received: unknown;
  /** True once the message was admitted, so that its sender may tell of an error in the answer. */
  isAdmitted: boolean;
  /** True once a request was admitted, so that a `response` answers it even if it fails. */
  isRequest: boolean;
}

/** The door of an agent at which envelopes arrive. */
class EnvelopeDoor {
  readonly path: string;
  readonly #host: AdapterHost;
  readonly #initial: EnvelopeSettings;
  readonly #settings: DoorSettings;
  readonly #maxEntries: number;
  readonly #countMessage: ((caller: string) => Promise<void>) | undefined;
  readonly #readBytes: ReturnType<typeof createBytesReader>;

  constructor(host: AdapterHost, initial: EnvelopeSettings) {
    this.#host = host;
    this.#initial = initial;
    this.#settings = createDoorSettings(initial, host);
    const { path, maxBytes, maxEntries, maxPerMinute } = this.#settings;
    this.path = path;
    this.#maxEntries = maxEntries;
    this.#countMessage =
      maxPerMinute === undefined ? undefined : createRateLimit(maxPerMinute, host);
    this.#readBytes = createBytesReader(maxBytes);
  }

  createStep(): Step {
    const path = this.path.toLowerCase();
    const step = toStep((exchange) => this.#handle(exchange));
    return (exchange, next) => (isPathOf(exchange.path, path) ? step(exchange, next) : next());
  }

  async close(): Promise<void> {
    // A store that was given as an option belongs to the program that gave it.
    if (this.#initial.nonces === undefined) await this.#settings.nonces.close();
  }

  /**
   * Finds the caller by the credentials of the HTTP request; `undefined` where tags are required,
   * because the tag of the message then tells who calls.
   */
  async #identify(request: RequestMessage): Promise<Caller | undefined> {
    if (!this.#settings.requireTags) return this.#host.identify(request);
    await this.#host.identifyGiven(request);
    return undefined;
  }

  async #handle(exchange: Exchange): Promise<void> {
    const delivery = { exchange, received: undefined, isAdmitted: false, isRequest: false };
    const { message, reply } = exchange;
    try {
      if (message.method === 'POST') await this.#take(delivery);
      else await this.#answerOther(exchange);
    } catch (error) {
      if (reply.headersSent) reply.destroy();
      else await this.#answerError(delivery, error);
    }
  }

  async #take(delivery: Delivery): Promise<void> {
    const { message: request } = delivery.exchange;
    // Identifies the caller first, so that a refused caller cannot make the server read a body.
    const identified = await this.#identify(request);
    await this.#countMessage?.(identified?.id ?? request.socket.remoteAddress ?? '');
    checkMediaType(request);
    const bytes = (await this.#readBytes(request)) ?? new Uint8Array();
    const value = parseMessage(bytes, this.#maxEntries);
    delivery.received = value;
    const { envelope: message, caller } = await admit(value, {
      settings: this.#settings,
      logger: this.#host.logger,
      vouchFor: this.#host.vouchFor,
      caller: identified,
    });
    delivery.isAdmitted = true;
    await this.#settings.repeats.check(message, caller);
    delivery.isRequest = message.message_type === 'request';
    const isStream = delivery.isRequest && readsEvents(request);
    const call = { message, caller, isStream, host: this.#host, settings: this.#settings };
    await this.#send(delivery, await dispatch(call));
  }

  /**
   * Makes the message that answers a received one. It is remembered before it is sent, because the
   * peer may report an error about it at once, and to another replica.
   */
  async #answer(delivery: Delivery, content: Answer): Promise<Envelope> {
    const envelope = createAnswer(delivery.received, content, this.#settings);
    await this.#remember(envelope, delivery);
    return envelope;
  }

  /**
   * Resolves with the function that makes the messages of a stream, of which the first is remembered
   * for all: one record for each would be thousands for a task that says much.
   */
  async #answerOften(delivery: Delivery): Promise<(part: Answer) => Envelope> {
    const createId = createStreamIds();
    const toMessage = (messageId: string, part: Answer): Envelope =>
      createAnswer(delivery.received, { ...part, messageId }, this.#settings);
    const firstId = createId();
    await this.#remember(toMessage(firstId, { type: 'response', payload: {} }), delivery);
    const unused = [firstId];
    return (part) => toMessage(unused.pop() ?? createId(), part);
  }

  /**
   * Remembers an answer. Answers to messages that were not admitted are not remembered, because
   * every sender could fill the records with them.
   */
  async #remember(envelope: Envelope, { isAdmitted }: Delivery): Promise<void> {
    if (!isAdmitted) return;
    try {
      await this.#settings.sent.note(envelope);
    } catch (error) {
      const { message_id: messageId } = envelope;
      this.#host.logger.warn('Cannot remember an answer', { messageId, error: toErrorText(error) });
    }
  }

  async #send(delivery: Delivery, outcome: Outcome): Promise<void> {
    const { reply } = delivery.exchange;
    switch (outcome.kind) {
      case 'nothing':
        reply.writeHead(204).end();
        return;
      case 'message':
        if (outcome.taskId !== undefined) reply.setHeader('Formwork-Task-Id', outcome.taskId);
        sendJson(reply, await this.#answer(delivery, outcome), { status: outcome.status ?? 200 });
        return;
      case 'stream': {
        const say = await this.#answerOften(delivery);
        await writeEventStream(reply, outcome.payloads, {
          ...this.#host.streamLimits,
          toData: (payload) => JSON.stringify(say({ type: 'response', payload })),
          toErrorData: (error) => JSON.stringify(say(this.#describeError(delivery, error).answer)),
          answerError: (error) => void this.#answerError(delivery, error),
          stop: outcome.stop,
        });
      }
    }
  }

  #describeError(
    { isRequest }: Delivery,
    error: unknown,
  ): { readonly refusal: EnvelopeRefusedError; readonly answer: Answer } {
    const refusal = toRefusal(error, this.#host.logger);
    return { refusal, answer: chooseAnswer(refusal, isRequest) };
  }

  async #answerError(delivery: Delivery, error: unknown): Promise<void> {
    const { reply } = delivery.exchange;
    const { refusal, answer } = this.#describeError(delivery, error);
    const { errorCode, retryAfter } = refusal;
    if (retryAfter !== undefined) reply.setHeader('Retry-After', String(retryAfter));
    if (errorCode === 'METHOD_NOT_ALLOWED') reply.setHeader('Allow', 'POST, OPTIONS');
    if (errorCode === 'AUTHENTICATION_FAILED') {
      const challenge = error instanceof UnauthenticatedError ? error.challenge : TAG_CHALLENGE;
      reply.setHeader('WWW-Authenticate', challenge);
    }
    sendJson(reply, await this.#answer(delivery, answer), { status: refusal.status });
  }

  /** Answers requests with another HTTP method than POST; wrong credentials are refused first. */
  async #answerOther({ message, reply }: Exchange): Promise<void> {
    await this.#host.identifyGiven(message);
    const { method = 'GET' } = message;
    if (method !== 'OPTIONS') throw createMethodError(method);
    reply.setHeader('Allow', 'POST, OPTIONS');
    reply.writeHead(204).end();
  }
}

/**
 * Makes the limit of messages in a minute: a function that counts a message for the id of a caller,
 * or for an address.
 *
 * @throws EnvelopeRefusedError when there were too many
 */
function createRateLimit(
  limit: number,
  { createRequestCounter: createCounter, logger }: AdapterHost,
): (caller: string) => Promise<void> {
  const options = { keyPrefix: 'formwork-messages', createCounter, logger };
  const count = createRequestRate(limit, options);
  return async (caller) => {
    const waitMs = await count(caller);
    if (waitMs === undefined) return;
    throw new EnvelopeRefusedError('Too many messages. Send it again later.', {
      errorCode: 'RATE_LIMIT_EXCEEDED',
      retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)),
      details: {
        limit,
        window: '1 minute',
        reset_at: new Date(Date.now() + waitMs).toISOString(),
      },
    });
  };
}

const TAG_CHALLENGE = 'Message-Tag realm="a2a"';

function createMethodError(method: string): EnvelopeRefusedError {
  return new EnvelopeRefusedError(
    `Cannot ${method} this path because the method must be POST: current value is ${method}`,
    { errorCode: 'METHOD_NOT_ALLOWED' },
  );
}

function checkMediaType(request: RequestMessage): void {
  const isText = isUtf8(request.headers['content-type'] ?? '');
  if (isText && hasBody(request) && readMediaType(request) === 'application/json') return;
  const contentType = request.headers['content-type']?.slice(0, 100);
  throw new EnvelopeRefusedError(
    `Cannot read the message because its Content-Type must be application/json, in UTF-8: current value is ${contentType === undefined ? 'none' : JSON.stringify(contentType)}`,
    // The closest code that the document has.
    { errorCode: 'INVALID_MESSAGE', status: 415 },
  );
}

function readsEvents(request: RequestMessage): boolean {
  return chooseType(request, ['application/json', 'text/event-stream']) === 'text/event-stream';
}

/** Handles a message by its type (Message Type Summary). */
async function dispatch(call: Call): Promise<Outcome> {
  const { message, caller, settings } = call;
  switch (message.message_type) {
    case 'request':
      return answerRequest(call);
    case 'handshake':
      return answerHandshake(call);
    case 'discover_agents':
      return answerDiscovery(call);
    case 'goodbye':
      await settings.connections.close({ caller, agentId: message.sender_id });
      return { kind: 'nothing' };
    case 'response':
    case 'handshake_ack':
    case 'agent_announcement':
    case 'error':
      return takeAnswer(call);
  }
}

/** Handles a message by which another agent answers a message of this one. */
async function takeAnswer({ message, settings, host }: Call): Promise<Outcome> {
  const problem = await settings.sent.settle(message);
  if (problem !== undefined) {
    throw new EnvelopeRefusedError(`Cannot take the ${message.message_type} because ${problem}`, {
      errorCode: 'VALIDATION_FAILED',
    });
  }
  if (message.message_type === 'error') {
    const { message_id: messageId, sender_id: senderId, payload } = message;
    host.logger.warn('A message was answered with an error', {
      messageId,
      senderId,
      error: payload['error'],
    });
  }
  settings.onAnswer?.(message);
  return { kind: 'nothing' };
}
