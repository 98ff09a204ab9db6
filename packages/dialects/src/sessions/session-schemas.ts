import artifact from '@formwork/schemas/sessions/v1/artifact.json' with { type: 'json' };
import createSession from '@formwork/schemas/sessions/v1/create-session-request.json' with { type: 'json' };
import sendMessage from '@formwork/schemas/sessions/v1/send-message-request.json' with { type: 'json' };
import { createValidator, toPlainText, type Validator } from '@formwork/core';
import type { CreateSessionRequest, SendMessageRequest } from '@formwork/schemas/types/sessions-v1';
import { SessionError } from './session-error.ts';

let createSessionValidator: Validator | undefined;
let sendMessageValidator: Validator | undefined;

/** The body of `POST /sessions`. Throws `SessionError` when it is none. */
export function parseCreateSession(body: unknown): CreateSessionRequest {
  createSessionValidator ??= createValidator(createSession);
  check(createSessionValidator, body);
  return body as CreateSessionRequest;
}

/** The body of `POST /sessions/{id}/messages`. Throws `SessionError` when it is none. */
export function parseSendMessage(body: unknown): SendMessageRequest {
  // Its artifacts refer to a document of their own, by the id that this has.
  sendMessageValidator ??= createValidator({ ...sendMessage, $defs: { artifact } });
  check(sendMessageValidator, body);
  return body as SendMessageRequest;
}

function check(validator: Validator, body: unknown): void {
  if (validator.isValid(body)) return;
  const problems = validator.check(body);
  throw new SessionError('INVALID_REQUEST', toPlainText(problems, { schema: 'request' }), {
    details: {
      problems: problems.map(({ pointer, message }) => ({ field: pointer, description: message })),
    },
  });
}
