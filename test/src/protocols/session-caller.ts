import { readEvents } from '../support/event-stream.ts';
import type { Begun, Caller, CallOptions, Errand } from './caller.ts';
import { OUTCOMES, toAsked, toCompleted, toFailed, toInvalid, toSurprise } from './outcome.ts';

interface Message {
  readonly id: string;
  readonly content: string;
  readonly metadata?: { readonly 'formwork.task'?: { readonly state: string } };
  readonly artifacts?: readonly { readonly data: unknown }[];
}

interface Answer {
  readonly status: number;
  readonly body: {
    readonly session?: { readonly id: string; readonly status: string };
    readonly message?: Message;
    readonly messages?: readonly Message[];
    readonly error?: {
      readonly code: string;
      readonly message: string;
      readonly details?: { readonly problems?: readonly object[] };
    };
  };
}

/** Makes a caller of the session API; each call uses a session of its own. */
export function createSessionCaller(url: string): Caller {
  function send(path: string, body: string, headers: object = {}): Promise<Response> {
    return fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  }

  function toHeaders({ token }: CallOptions): Readonly<Record<string, string>> {
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  }

  async function open(options: CallOptions): Promise<Answer> {
    // Message ids count within a session, so the same id has to lead to the same session.
    const key = options.messageId === undefined ? {} : { 'idempotency-key': options.messageId };
    return read(await send('/sessions', '{}', { ...toHeaders(options), ...key }));
  }

  async function start(
    errand: Errand,
    { options, headers = {} }: { readonly options: CallOptions; readonly headers?: object },
  ): Promise<{ readonly id: string; readonly answer: Answer }> {
    const opened = await open(options);
    const { id } = opened.body.session ?? {};
    if (id === undefined) return { id: '', answer: opened };
    const body = JSON.stringify({ ...toBody(errand), id: options.messageId });
    const path = `/sessions/${id}/messages`;
    return {
      id,
      answer: await read(await send(path, body, { ...toHeaders(options), ...headers })),
    };
  }

  async function look({ id }: Begun, options: CallOptions = {}): Promise<string> {
    const headers = toHeaders(options);
    const found = await read(await fetch(`${url}/sessions/${id}/messages`, { headers }));
    const last = found.body.messages?.findLast(({ metadata }) => metadata?.['formwork.task']);
    if (found.body.error !== undefined) return toOutcome(found);
    if (last !== undefined) return toOutcome({ ...found, body: { message: last } });
    // No message names the task, so the end of the session tells what happened to it.
    const session = await read(await fetch(`${url}/sessions/${id}`, { headers }));
    return session.body.session?.status === 'completed' ? OUTCOMES.canceled : OUTCOMES.working;
  }

  return {
    protocol: 'sessions',
    async call(errand, options = {}) {
      return toOutcome((await start(errand, { options })).answer);
    },
    async follow(errand, options = {}) {
      const opened = await open(options);
      const id = opened.body.session?.id ?? '';
      const aborter = new AbortController();
      const headers = toHeaders(options);
      const stream = await fetch(`${url}/sessions/${id}/stream`, {
        headers,
        signal: aborter.signal,
      });
      const texts: string[] = [];
      const events = readEvents(stream);
      await events.next();
      const body = JSON.stringify(toBody(errand));
      const path = `/sessions/${id}/messages`;
      const answer = read(
        await send(path, body, { ...toHeaders(options), prefer: 'respond-async' }),
      );
      const { error } = (await answer).body;
      if (error !== undefined) {
        aborter.abort();
        return [toOutcome(await answer)];
      }
      for await (const { data } of events) {
        const { type, content, message } = data as {
          readonly type: string;
          readonly content?: string;
          readonly message?: Message;
        };
        if (type === 'progress' && content !== undefined) texts.push(content);
        if (message?.metadata?.['formwork.task'] !== undefined) {
          texts.push(toOutcome({ status: 200, body: { message } }));
          break;
        }
      }
      aborter.abort();
      return texts;
    },
    async begin(errand, options = {}) {
      const { id } = await start(errand, { options, headers: { prefer: 'respond-async' } });
      return { id };
    },
    look,
    async cancel({ id }, options = {}) {
      const headers = toHeaders(options);
      const ended = await read(await fetch(`${url}/sessions/${id}`, { method: 'DELETE', headers }));
      return ended.body.error === undefined ? look({ id }, options) : toOutcome(ended);
    },
    async answer({ id }, data) {
      const artifacts = [{ id: '1', type: 'application/json', data }];
      const body = JSON.stringify({ role: 'user', content: '', artifacts });
      return toOutcome(await read(await send(`/sessions/${id}/messages`, body)));
    },
    async post(body) {
      const id = (await open({})).body.session?.id ?? '';
      return toOutcome(await read(await send(`/sessions/${id}/messages`, body)));
    },
    async sendIncomplete() {
      const id = (await open({})).body.session?.id ?? '';
      return toOutcome(await read(await send(`/sessions/${id}/messages`, '{"role":"user"}')));
    },
  };
}

function toBody(errand: Errand): object {
  if ('text' in errand) {
    return { role: 'user', content: errand.text, metadata: { skillId: 'chat' } };
  }
  const type = `application/json;schema=${errand.schema}`;
  return {
    role: 'user',
    content: '',
    artifacts: [{ id: '1', type, data: errand.data }],
    ...(errand.skill !== undefined && { metadata: { skillId: errand.skill } }),
  };
}

async function read(response: Response): Promise<Answer> {
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

function toOutcome({ status, body }: Answer): string {
  const { error, message } = body;
  switch (error?.code) {
    case 'unauthenticated':
      return OUTCOMES.stranger;
    case 'session_not_found':
      return OUTCOMES.missing;
    case 'unknown_schema':
      return OUTCOMES.unknown;
    case 'idempotency_conflict':
      return OUTCOMES.conflict;
    case 'invalid_input':
      return toInvalid(error?.details?.problems ?? []);
    case 'invalid_request':
      return OUTCOMES.malformed;
    case undefined:
      break;
    default:
      return toSurprise(status, body);
  }
  switch (message?.metadata?.['formwork.task']?.state) {
    case 'completed':
      return toCompleted(message?.artifacts?.[0]?.data ?? message?.content);
    case 'canceled':
      return OUTCOMES.canceled;
    case 'failed':
      return toFailed(message?.content);
    case 'input-required':
      return toAsked(message?.content);
    case undefined:
    default:
      return status === 202 ? OUTCOMES.working : toSurprise(status, body);
  }
}
