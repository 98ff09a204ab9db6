import type { AuthorizationRequest } from '@formwork/core';
import { TaskCallError } from '../errors.ts';
import type { Authorization, FollowUpForm } from '../protocol/follow-up-form.ts';
import { findExcess } from './entry-size.ts';
import { toWireJson } from './to-wire-json.ts';

/** Programs without types ask anything. Throws `TaskCallError`. */
export function checkPrompt(
  question: Pick<FollowUpForm, 'prompt'> & Partial<FollowUpForm>,
  maxBytes: number,
): void {
  const prompt: unknown = question.prompt;
  if (typeof prompt !== 'string' || prompt.trim() === '') {
    throw new TaskCallError(
      `Cannot ask as the prompt must be text that is not empty: current value is ${typeof prompt === 'string' ? JSON.stringify(prompt) : typeof prompt}`,
    );
  }
  const excess = findExcess(JSON.stringify(question), maxBytes);
  if (excess !== undefined) {
    throw new TaskCallError(
      `Cannot ask as the question, with its form or details, must be at most ${maxBytes} bytes of JSON: current value is ${excess} bytes`,
    );
  }
}

/** What the caller is told besides the prompt. Throws `TaskCallError` for what cannot be sent. */
export function toAuthorization(request: AuthorizationRequest): Authorization {
  checkIsObject('request', request);
  const { url, details } = request;
  if (url !== undefined && !isWebAddress(url)) {
    throw new TaskCallError(
      `Cannot ask for authorization as the url must be an http or https address: current value is ${typeof url === 'string' ? JSON.stringify(url) : typeof url}`,
    );
  }
  const wire = toWireJson(details ?? {});
  if (wire.kind === 'not-json' || !isObject(wire.value)) {
    throw new TaskCallError(
      `Cannot ask for authorization as the details must be a JSON object: current value is ${typeof details}`,
      wire.kind === 'not-json' ? { cause: wire.cause } : {},
    );
  }
  return {
    ...(url !== undefined && { url }),
    ...(details !== undefined && { details: wire.value }),
  };
}

/** Throws `TaskCallError` unless a part of a question is an object. */
export function checkIsObject(part: string, value: unknown): void {
  if (isObject(value)) return;
  throw new TaskCallError(
    `Cannot ask as the ${part} must be an object: current value is ${value === null ? 'null' : typeof value}`,
  );
}

/** Throws `TaskCallError` unless a request for an answer says `message`, and nothing of a form. */
export function checkAnswerKind(request: unknown): void {
  checkIsObject('request', request);
  const { answer, schema } = isObject(request) ? request : {};
  if (answer !== 'message') {
    throw new TaskCallError(
      `Cannot ask as the answer must be "message": current value is ${typeof answer === 'string' ? JSON.stringify(answer) : typeof answer}`,
    );
  }
  if (schema !== undefined) {
    throw new TaskCallError(
      'Cannot ask as a question must have either a schema or answer: "message": current value has both',
    );
  }
}

function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol } = new URL(value);
  return protocol === 'https:' || protocol === 'http:';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
