import { limitWait } from '@formwork/react/internal';
import { toRecord } from '@formwork/schema/json';
import { createContext, useContext } from 'react';

/** An answer of the server that is no success. */
export class ConsoleError extends Error {
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;

  constructor(status: number, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.status = status;
  }
}

/** Returns an error of a call as one of the client. */
export function toConsoleError(error: unknown): ConsoleError {
  return error instanceof ConsoleError ? error : new ConsoleError(0, String(error));
}

/**
 * The client of the server that this page comes from. `onRefused` is called when the server no
 * longer admits the operator.
 */
export class ConsoleClient {
  readonly #onRefused: () => void;
  #authHeaders: Readonly<Record<string, string>> = {};

  constructor(onRefused: () => void) {
    this.#onRefused = onRefused;
  }

  /** Reads from a path below `api`. @throws ConsoleError */
  read<Value>(path: string, signal?: AbortSignal): Promise<Value> {
    return this.#call(path, { headers: this.#authHeaders, ...(signal && { signal }) });
  }

  /** Sends JSON to a path below `api`. @throws ConsoleError */
  send<Value>(path: string, body: object): Promise<Value> {
    return this.#call(path, {
      method: 'POST',
      headers: { ...this.#authHeaders, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** Sets the header with the credentials that an operator has typed; it is kept in memory only. */
  use(header: readonly [name: string, value: string] | undefined): void {
    this.#authHeaders = header === undefined ? {} : { [header[0]]: header[1] };
  }

  async #call<Value>(path: string, init: RequestInit): Promise<Value> {
    const { response, body } = await ask(path, init).catch((cause: unknown) => {
      throw new ConsoleError(0, 'The server does not answer.', { cause });
    });
    if (response.ok) return body as Value;
    if (response.status === 401 || response.status === 403) this.#onRefused();
    const fault = toRecord(toRecord(body)['error']);
    const { message } = fault;
    const text = typeof message === 'string' ? message : `HTTP ${response.status}`;
    throw new ConsoleError(response.status, text);
  }
}

/** The longest wait for an answer of the server, in milliseconds. */
const PATIENCE = 30_000;

/** Asks the server, which may be gone without a word: a page would show its last values for good. */
async function ask(
  path: string,
  { signal, ...init }: RequestInit,
): Promise<{
  readonly response: Response;
  /** The JSON of the answer; `undefined` for another one. */
  readonly body: unknown;
}> {
  return limitWait({ signal: signal ?? undefined, limitMs: PATIENCE }, async (either) => {
    // The server sees by the referrer under which name the page was opened, such as that of a proxy.
    const response = await fetch(`./api/${path}`, {
      cache: 'no-store',
      referrerPolicy: 'same-origin',
      ...init,
      signal: either,
    });
    const body: unknown = await response.json().catch(() => undefined);
    either.throwIfAborted();
    return { response, body };
  });
}

/** The React context that holds the client of the console's server. */
export const ClientContext = createContext<ConsoleClient>(new ConsoleClient(() => undefined));

/** Returns the client of the console's server. */
export function useClient(): ConsoleClient {
  return useContext(ClientContext);
}
