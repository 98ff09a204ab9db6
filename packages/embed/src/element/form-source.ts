import type { AgentSource, SourceEvent, SourceOptions } from '@formwork/client';
import type { GatewayErrorData } from '@formwork/react';
import { createBareDescription, followCall, toFailure } from '@formwork/react/internal';
import type { JsonObject } from '@formwork/schema';
import { isRecord, toRecord, parseJson } from '@formwork/schema/json';
import { readDescription, type FormDescription } from './form-description.ts';
import { readEvent, readFault } from './read-answer.ts';

/** Thrown when an agent does not give a form; `fault` says why. */
export class FormFailure extends Error {
  readonly fault: GatewayErrorData;

  constructor(fault: GatewayErrorData) {
    super(fault.message);
    this.fault = fault;
  }
}

/** A public form at its agent: its description, and its submissions as an agent source. */
export interface FormSource extends AgentSource {
  /**
   * Fetches the description of the form.
   *
   * @throws FormFailure
   */
  readonly describeForm: (signal: AbortSignal) => Promise<FormDescription>;
  /**
   * Asks the agent what a signed link gives.
   *
   * @throws FormFailure for a link that is not valid
   */
  readonly readLink: (
    link: string,
    signal: AbortSignal,
  ) => Promise<{
    readonly values: JsonObject;
    /** True for a link that can be used once. */
    readonly isOnce: boolean;
  }>;
}

/** The most bytes of an answer that is no stream. */
const MAX_BYTES = 4_194_304;

/** The most bytes of a stream of events. */
const MAX_STREAM_BYTES = 67_108_864;

/** The longest time for an answer that is no stream, in milliseconds. */
const PATIENCE = 20_000;

/** Sends a request to a form, and returns its answer. @throws FormFailure */
async function request(
  address: string,
  body: object | undefined,
  { signal }: SourceOptions,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      mode: 'cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'manual',
      cache: 'no-store',
      ...(signal && { signal }),
    });
  } catch {
    throw new FormFailure(createFault('it could not be reached'));
  }
  if (response.ok) return response;
  const answer = await readJson(response).catch(() => undefined);
  const fault = readFault(isRecord(answer) ? answer['error'] : undefined);
  throw new FormFailure(
    // Browsers hide the status of a redirect.
    fault.code === ''
      ? createFault(
          `it answered with ${response.status < 400 ? 'a redirect' : `HTTP ${response.status}`}`,
        )
      : fault,
  );
}

/**
 * Makes the source of a public form at `url`, such as
 * `https://agent.example/forms/expense-report`. A receipt stands in place of the id of a task.
 * Requests carry no cookies, and the agent learns no more of the page than its origin.
 */
export function createFormSource(url: string, link: string | undefined): FormSource {
  async function ask(
    action: string,
    body: object | undefined,
    signal: AbortSignal,
  ): Promise<unknown> {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
    try {
      return await readJson(await request(`${url}/${action}`, body, { signal: limit }));
    } catch (error) {
      throw error instanceof FormFailure ? error : new FormFailure(createFault('it broke off'));
    }
  }

  function stream(
    action: 'send' | 'watch' | 'cancel',
    { body, receipt }: { readonly body: object; readonly receipt: string },
    options: SourceOptions = {},
  ): AsyncGenerator<SourceEvent, void, undefined> {
    return followCall({
      signal: options.signal,
      taskId: receipt,
      async request(signal) {
        const { body: bytes, headers } = await request(`${url}/${action}`, body, { signal });
        if (bytes === null) throw new FormFailure(createFault('its answer was empty'));
        return { headers, body: limitBytes(bytes, MAX_STREAM_BYTES) };
      },
      readEvent: (data) => readEvent(parseJson(data)),
      endFault: createFault('the connection ended'),
      toFault: (thrown) =>
        thrown instanceof FormFailure ? thrown.fault : createFault('the connection broke'),
    });
  }

  return {
    async describeForm(signal) {
      const form = readDescription(await ask('describe', undefined, signal));
      if (form !== undefined) return form;
      throw new FormFailure(createFault('it sent something that is no form'));
    },
    async readLink(linkToken, signal) {
      const answer = await ask('link', { link: linkToken }, signal);
      const { values, isOnce } = toRecord(answer);
      // The answer was parsed from JSON.
      return { values: isRecord(values) ? (values as JsonObject) : {}, isOnce: isOnce === true };
    },
    // Conversations describe their agent first; the form has been described before.
    describe: () => Promise.resolve(createBareDescription('', [])),
    send(message, options) {
      if (message.kind === 'input') {
        const { kind, messageId, schema, data, files } = message;
        const extras = { ...(files && { files }), ...(link !== undefined && { link }) };
        const body = { kind, messageId, schema, data, ...extras };
        return stream('send', { body, receipt: '' }, options);
      }
      if (message.kind !== 'answer') return refuse();
      const { kind, messageId, answer, question, taskId: receipt } = message;
      const number = question === undefined ? {} : { question };
      return stream(
        'send',
        { body: { kind, messageId, receipt, answer, ...number }, receipt },
        options,
      );
    },
    watch: ({ taskId: receipt }, options) =>
      stream('watch', { body: { receipt }, receipt }, options),
    cancel: ({ taskId: receipt }, options) =>
      stream('cancel', { body: { receipt }, receipt }, options),
  };
}

/** Public forms take submissions and answers, and no other messages. */
async function* refuse(): AsyncGenerator<SourceEvent, void, undefined> {
  yield await Promise.resolve(
    toFailure({
      code: 'PUBLIC_FORM_REFUSED',
      reason: '',
      message: 'A public form cannot do this.',
    }),
  );
}

function createFault(what: string): GatewayErrorData {
  return {
    code: 'REQUEST_FAILED',
    reason: 'NETWORK',
    message: `Cannot reach the agent because it must answer: ${what}.`,
  };
}

/** Reads an answer as JSON, if it is not too large. */
async function readJson({ body }: Response): Promise<unknown> {
  if (body === null) return undefined;
  return parseJson(await new Response(limitBytes(body, MAX_BYTES)).text());
}

/** Ends a stream with an error once it has brought too many bytes. */
function limitBytes(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  most: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const read = { bytes: 0 };
  return body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(bytes, controller) {
        read.bytes += bytes.length;
        if (read.bytes > most) throw new FormFailure(createFault('it sent too much'));
        controller.enqueue(bytes);
      },
    }),
  );
}
