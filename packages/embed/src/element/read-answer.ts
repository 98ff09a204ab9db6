import type { SourceEvent, SourceFile, SourceQuestion } from '@formwork/client';
import type { GatewayErrorData } from '@formwork/react';
import type { Json, Problem } from '@formwork/schema';
import { isRecord, toRecord } from '@formwork/schema/json';

/** The most characters that are kept of one text of an agent. */
const MAX_TEXT = 200_000;

/** The most entries that are kept of a list, such as of problems. */
const MAX_ENTRIES = 200;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads an event that an agent's server has sent; `undefined` for anything else. The server may be
 * anybody's, so that every field is checked before it is drawn, and unknown ones are left out.
 */
export function readEvent(value: unknown): SourceEvent | undefined {
  if (!isRecord(value)) return undefined;
  const base = { taskId: readText(value, 'taskId'), contextId: '' };
  switch (value['kind']) {
    case 'progress': {
      const { fraction } = value;
      const isKnown = typeof fraction === 'number' && fraction >= 0 && fraction <= 1;
      return {
        kind: 'progress',
        ...base,
        text: readText(value, 'text'),
        ...(isKnown && { fraction }),
      };
    }
    case 'artifact':
      return {
        kind: 'artifact',
        ...base,
        artifactId: readText(value, 'artifactId'),
        name: readText(value, 'name'),
        text: readText(value, 'text'),
        data: readList(value, 'data') as readonly Json[],
        files: readFiles(value),
        append: value['append'] === true,
        last: value['last'] === true,
      };
    case 'question':
      return { kind: 'question', ...base, question: readQuestion(value['question']) };
    case 'authorization': {
      const { url } = value;
      const isKnown = typeof url === 'string';
      const text = readText(value, 'text');
      return { kind: 'authorization', ...base, text, url: isKnown ? url : undefined };
    }
    case 'result':
      return {
        kind: 'result',
        ...base,
        schema: readText(value, 'schema'),
        ...(value['data'] !== undefined && { data: value['data'] as Json }),
        text: readText(value, 'text'),
        ...(typeof value['conclusion'] === 'string' && {
          conclusion: readText(value, 'conclusion'),
        }),
        files: readFiles(value),
        problems: readProblems(value),
      };
    case 'ended': {
      const { state } = value;
      const endState = state === 'canceled' || state === 'rejected' ? state : 'failed';
      const text = readText(value, 'text');
      return { kind: 'ended', ...base, state: endState, text, problems: readProblems(value) };
    }
    case 'failure':
      return { kind: 'failure', ...base, ...readFault(value), problems: readProblems(value) };
    default:
      return undefined;
  }
}

/** Reads the words with which a server refused a request. */
export function readFault(value: unknown): GatewayErrorData {
  const fields: Fields = toRecord(value);
  const { retryAfterMs } = fields;
  return {
    code: readText(fields, 'code'),
    reason: readText(fields, 'reason'),
    message: readText(fields, 'message'),
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
  };
}

function readQuestion(value: unknown): SourceQuestion {
  const fields: Fields = toRecord(value);
  const { number, form } = fields;
  const schema = isRecord(form) ? form['schema'] : undefined;
  return {
    prompt: readText(fields, 'prompt'),
    text: readText(fields, 'text'),
    number: typeof number === 'number' ? number : undefined,
    ...(isRecord(form) && isRecord(schema) && { form: { name: readText(form, 'name'), schema } }),
    refused: readIssues(fields),
  };
}

/** Reads a text; `''` for anything else. */
export function readText(fields: Fields, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return typeof value === 'string' ? value.slice(0, MAX_TEXT) : '';
}

/** Reads a list, at most {@link MAX_ENTRIES} long; `[]` for anything else. */
export function readList(fields: Fields, name: string): readonly unknown[] {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : [];
}

function readFiles(fields: Fields): readonly SourceFile[] {
  return readList(fields, 'files').flatMap((value): readonly SourceFile[] => {
    if (!isRecord(value)) return [];
    const { kind, base64, url } = value;
    const base = { name: readText(value, 'name'), mediaType: readText(value, 'mediaType') };
    if (kind === 'bytes' && typeof base64 === 'string') return [{ kind, ...base, base64 }];
    return kind === 'url' && typeof url === 'string' ? [{ kind, ...base, url }] : [];
  });
}

function readProblems(fields: Fields): readonly Problem[] {
  return readList(fields, 'problems').flatMap((value): readonly Problem[] => {
    if (!isRecord(value)) return [];
    const { received, suggestion } = value;
    return [
      {
        pointer: readText(value, 'pointer'),
        keyword: readText(value, 'keyword'),
        expected: readText(value, 'expected'),
        message: readText(value, 'message'),
        ...(typeof received === 'string' && { received: received.slice(0, MAX_TEXT) }),
        ...(typeof suggestion === 'string' && { suggestion: suggestion.slice(0, MAX_TEXT) }),
      },
    ];
  });
}

/** Reads the reasons why a schema was refused. */
export function readIssues(fields: Fields): SourceQuestion['refused'] {
  const list = readList(fields, 'refused').length > 0 ? 'refused' : 'issues';
  return readList(fields, list).flatMap((value) =>
    isRecord(value)
      ? [
          {
            severity: 'error' as const,
            code: readText(value, 'code'),
            pointer: readText(value, 'pointer'),
            message: readText(value, 'message'),
          },
        ]
      : [],
  );
}

/** Reads a whole number above 0; `undefined` for anything else. */
export function readCount(fields: Fields, name: string): number | undefined {
  const count = fields[name];
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : undefined;
}
