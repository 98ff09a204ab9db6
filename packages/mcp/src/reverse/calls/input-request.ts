import { checkSchema, type JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/internal';
import { PublicError } from '@formwork/core';

/** What a server wants to know before it goes on. JSON, as it is remembered with the task. */
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

/** Answers by the keys of what was asked. */
export type InputAnswers = Readonly<
  Record<
    string,
    { readonly action: 'accept'; readonly content?: Readonly<Record<string, unknown>> }
  >
>;

const MAX_MESSAGE = 4000;

/** Reads the requests of a result or a task of MCP (2026-07-28, multi round-trip requests). */
export function parseInputRequests(requests: unknown): readonly InputRequest[] {
  return Object.entries(isRecord(requests) ? requests : {}).map(([key, request]) => {
    const { method, params } = isRecord(request) ? request : {};
    if (method !== 'elicitation/create') {
      throw new PublicError(
        `The MCP server asks for what nobody here can give: ${String(method)}.`,
      );
    }
    return parseElicitation(key, params);
  });
}

/** Reads the parameters of `elicitation/create`, of either revision. */
export function parseElicitation(key: string, params: unknown): InputRequest {
  const { mode = 'form', message, url, requestedSchema } = isRecord(params) ? params : {};
  const said = typeof message === 'string' ? message.trim().slice(0, MAX_MESSAGE) : '';
  if (mode === 'url') {
    if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:/u.test(url)) {
      throw new PublicError('The MCP server sends the caller to an address that is none.');
    }
    return { key, kind: 'url', message: said === '' ? 'Please go on there.' : said, url };
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
    message: said === '' ? 'The tool needs to know more.' : said,
    schema: requestedSchema,
  };
}
