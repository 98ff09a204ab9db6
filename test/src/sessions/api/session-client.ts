// A client written from the document alone: it knows nothing of the server's code.

/** An answer of the session API. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body parsed as JSON; `undefined` if it is empty. */
  readonly body: unknown;
}

export interface Artifact {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly name?: string;
}

export interface Message {
  readonly id: string;
  readonly role: string;
  readonly content: string;
  readonly created_at: string;
  readonly in_reply_to?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly artifacts?: readonly Artifact[];
}

interface Session {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at?: string;
  readonly status: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

interface Page {
  readonly messages: readonly Message[];
  readonly pagination?: { readonly next_cursor?: string; readonly prev_cursor?: string };
}

/** A message to post to a session. */
interface Outgoing {
  readonly role?: string;
  readonly content: string;
  readonly in_reply_to?: string;
  readonly metadata?: object;
  readonly artifacts?: readonly Artifact[];
  readonly [key: string]: unknown;
}

export interface ClientOptions {
  /** The headers of every request. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with each answer, and with the method and path of its request. */
  readonly observe?: (method: string, path: string, answer: Answer) => void;
}

type HeaderValues = Readonly<Record<string, string>>;

/** A client of the session API for tests. */
export interface SessionClient {
  readonly request: (
    method: string,
    path: string,
    options?: { readonly body?: unknown; readonly text?: string; readonly headers?: HeaderValues },
  ) => Promise<Answer>;
  readonly create: (body?: unknown, headers?: HeaderValues) => Promise<Session>;
  readonly get: (id: string) => Promise<Session>;
  readonly end: (id: string) => Promise<Session>;
  readonly send: (id: string, message: Outgoing, headers?: HeaderValues) => Promise<Message>;
  readonly list: (id: string, query?: string) => Promise<Page>;
  readonly listAll: (id: string) => Promise<readonly Message[]>;
}

export function createSessionClient(
  apiUrl: string,
  { headers: own = {}, observe }: ClientOptions = {},
): SessionClient {
  async function request(
    method: string,
    path: string,
    {
      body,
      text = body === undefined ? undefined : JSON.stringify(body),
      headers = {},
    }: { readonly body?: unknown; readonly text?: string; readonly headers?: HeaderValues } = {},
  ): Promise<Answer> {
    const type = text === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${apiUrl}${path}`, {
      method,
      headers: { ...type, ...own, ...headers },
      ...(text !== undefined && { body: text }),
    });
    const given = await response.text();
    const answer = {
      status: response.status,
      headers: response.headers,
      body: given === '' ? undefined : (JSON.parse(given) as unknown),
    };
    observe?.(method, path, answer);
    return answer;
  }

  async function take<Value>(promise: Promise<Answer>, key?: string): Promise<Value> {
    const { status, body } = await promise;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return (key === undefined ? body : (body as Record<string, unknown>)[key]) as Value;
  }

  function list(id: string, query = ''): Promise<Page> {
    return take(request('GET', `/sessions/${id}/messages${query}`));
  }

  return {
    request,
    create: (body = {}, headers = {}) =>
      take(request('POST', '/sessions', { body, headers }), 'session'),
    get: (id) => take(request('GET', `/sessions/${id}`), 'session'),
    end: (id) => take(request('DELETE', `/sessions/${id}`), 'session'),
    send: (id, message, headers = {}) =>
      take(
        request('POST', `/sessions/${id}/messages`, {
          body: { role: 'user', ...message },
          headers,
        }),
        'message',
      ),
    list,
    async listAll(id) {
      const all: Message[] = [];
      let query = '';
      for (;;) {
        const { messages, pagination } = await list(id, query);
        all.push(...messages);
        if (pagination?.next_cursor === undefined) return all;
        query = `?cursor=${encodeURIComponent(pagination.next_cursor)}`;
      }
    },
  };
}
