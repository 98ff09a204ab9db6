import { FOLLOW_UP_FORMS_EXTENSION_URI as FORMS } from '@formwork/core';
import type { FaultyAnswer, FaultyRequest, Loose } from './faulty-agent.ts';

/** The parts of the message that a request carries. */
export function partsOf({ body }: FaultyRequest): Loose[] {
  const { message } = body?.params ?? body ?? {};
  return message?.parts ?? [];
}

export function messageOf({ body }: FaultyRequest): Loose {
  return (body?.params ?? body ?? {}).message;
}

/** The modes that the parts of a request name. */
export function modesOf(request: FaultyRequest): string[] {
  return partsOf(request).map((part) => part.metadata?.mimeType ?? '');
}

/** The task of an answer, wherever it is. */
export function taskOf({ body }: FaultyAnswer): Loose {
  const result = body?.result ?? body;
  return result?.task ?? (result?.status === undefined ? undefined : result);
}

export function questionOf(answer: FaultyAnswer): Loose {
  return taskOf(answer)?.status?.message?.metadata?.[FORMS];
}

export function reasonOf({ body }: FaultyAnswer): string | undefined {
  return (body?.error?.data ?? body?.error?.details)?.[0]?.reason;
}

export function toResult(request: FaultyRequest, result: object): FaultyAnswer {
  const body = { jsonrpc: '2.0', id: request.body.id, result };
  return { status: 200, type: 'application/json', body };
}

export function toError(request: FaultyRequest, code: number, message: string): FaultyAnswer {
  const body = { jsonrpc: '2.0', id: request.body.id ?? null, error: { code, message } };
  return { status: 200, type: 'application/json', body };
}

/** Calls `change` for every status in an answer. */
export function eachStatus(value: Loose, change: (status: Loose) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'status' && (member as Loose)?.state !== undefined) change(member);
    eachStatus(member, change);
  }
}
