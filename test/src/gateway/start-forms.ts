import { createFormsServer, type FormsOptions } from '@formwork/forms';
import { onTestFinished } from 'vitest';

/** A forms server that a test calls over real HTTP. */
export interface TestForms {
  readonly url: string;
  /** The URL of the gateway, through which the forms page calls agents. */
  readonly api: string;
  /** The messages that the forms server logged, newest last. */
  readonly logged: readonly string[];
}

/** Serves the forms page and its gateway on a free port until the test is over. */
export async function startForms(options: FormsOptions): Promise<TestForms> {
  const logged: string[] = [];
  const log = (message: string, fields?: object): void => {
    logged.push(`${message} ${JSON.stringify(fields ?? {})}`);
  };
  const server = createFormsServer({ logger: { info: log, warn: log, error: log }, ...options });
  const { url } = await server.listen({ port: 0 });
  onTestFinished(() => server.close());
  return { url, api: `${url}/api`, logged };
}

/** A complete answer of the gateway. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body parsed as JSON; `undefined` if it is no JSON. */
  readonly body: { readonly [name: string]: unknown } | undefined;
}

/** Posts JSON to the gateway as a page of the same origin would, unless `headers` say otherwise. */
export async function post(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? (JSON.parse(text) as Answer['body']) : undefined,
  };
}
