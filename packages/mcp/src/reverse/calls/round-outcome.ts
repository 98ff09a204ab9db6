import { PublicError } from '@formwork/core';
import { checkSchema, type JsonSchema } from '@formwork/schema';
import { isRecord, toRecord, parseUrl } from '@formwork/schema/json';
import { UrlElicitationRequiredError } from '@modelcontextprotocol/client';

/** The members of a tool's result that exist in every revision of MCP. */
export interface ToolResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
}

/**
 * The state of a call that is paused or still running. It is plain JSON, because it is stored with
 * the task.
 */
export type Suspended =
  /** The call has to be repeated with the answers (since 2026-07-28). */
  | {
      readonly kind: 'repeat';
      readonly requests: readonly InputRequest[];
      readonly state?: string;
    }
  /** The server keeps a task, which is polled until it ends (since 2026-07-28). */
  | {
      readonly kind: 'task';
      readonly requests: readonly InputRequest[];
      readonly taskId: string;
      readonly pollMs: number;
    }
  /** The call is still open at the server and held in memory (up to 2025-11-25). */
  | { readonly kind: 'open'; readonly requests: readonly InputRequest[] };

/** The outcome of one round of a call: its result, or the state of the paused call. */
export type RoundOutcome = { readonly kind: 'complete'; readonly result: ToolResult } | Suspended;

/**
 * A question of an MCP server, for a form or to open an address. It is plain JSON, because
 * it is stored with the task.
 */
export type InputRequest =
  | {
      readonly key: string;
      readonly kind: 'form';
      readonly message: string;
      readonly schema: JsonSchema;
    }
  | {
      readonly key: string;
      readonly kind: 'url';
      readonly message: string;
      readonly url: string;
    };

/** The answers to a server's questions, by the keys of the questions. */
export type InputAnswers = Readonly<
  Record<
    string,
    { readonly action: 'accept'; readonly content?: Readonly<Record<string, unknown>> }
  >
>;

const MAX_MESSAGE = 4000;

/** Reads the questions of a result or a task of MCP (2026-07-28, multi round-trip requests). */
export function parseInputRequests(requests: unknown): readonly InputRequest[] {
  return Object.entries(toRecord(requests)).map(([key, request]) => {
    const { method, params } = toRecord(request);
    if (method !== 'elicitation/create') {
      throw new PublicError(
        `The MCP server asks for what nobody here can give: ${String(method)}.`,
      );
    }
    return parseElicitation(key, params);
  });
}

/** Reads a question from the parameters of `elicitation/create`, of any revision. */
export function parseElicitation(key: string, params: unknown): InputRequest {
  const { mode = 'form', message, url, requestedSchema } = toRecord(params);
  const text = typeof message === 'string' ? message.trim().slice(0, MAX_MESSAGE) : '';
  if (mode === 'url') {
    if (typeof url !== 'string' || parseUrl(url) === undefined || !/^https?:/u.test(url)) {
      throw new PublicError(
        'The MCP server sends the caller to an address that is not http or https.',
      );
    }
    return { key, kind: 'url', message: text === '' ? 'Please go on there.' : text, url };
  }
  if (mode !== 'form' || !isRecord(requestedSchema)) {
    throw new PublicError('The MCP server asks for something without saying what.');
  }
  const fault = checkSchema(requestedSchema).find(({ severity }) => severity === 'error');
  if (fault !== undefined) {
    throw new PublicError(
      `The MCP server asks by a schema that cannot be used: ${fault.pointer} ${fault.message}`,
    );
  }
  return {
    key,
    kind: 'form',
    message: text === '' ? 'The tool needs to know more.' : text,
    schema: requestedSchema,
  };
}

/** The most addresses that a caller is sent to before a call. */
const MAX_VISITS = 20;

/**
 * Reads where a server of 2025-11-25 sends the caller before it does a call, which it refuses until
 * then; empty for any other error.
 */
export function parseSignInAddresses(error: unknown): readonly InputRequest[] {
  const addresses: unknown = error instanceof UrlElicitationRequiredError ? error.elicitations : [];
  if (!Array.isArray(addresses)) return [];
  return addresses
    .slice(0, MAX_VISITS)
    .filter(isRecord)
    .map((request, index) => parseElicitation(String(index), { ...request, mode: 'url' }));
}
