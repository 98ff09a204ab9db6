import type { Answerer } from '@formwork/core';
import type { Json, Problem } from '@formwork/schema';
import { isFormworkError } from '@formwork/schema/errors';
import { cutText, isRecord } from '@formwork/schema/json';
import { InvalidInputError, RequestError, TaskError } from '../errors.ts';
import type { CallEvent, Question, ReceivedFile } from '../outcome.ts';
import { readData } from '../task/read-message.ts';
import type { TaskView } from '../task/task-view.ts';
import type { SourceFile, SourceQuestion, SourceEvent } from './agent-source.ts';
import type { SourceResult } from './read-source-result.ts';

/**
 * The most characters that are shown of an agent's words beside its results: of progress, questions
 * and errors.
 */
const MAX_SAID = 20_000;

/** The most characters that are shown of the id of a person. */
const MAX_NAME = 200;

/** The most characters that are shown of the text of an artifact, or of one piece of it. */
const MAX_TEXT = 1_000_000;

/** The most problems of one answer that are shown. */
const MAX_PROBLEMS = 100;

/**
 * The bytes that are turned to text in one step: all of a file at once would be too many arguments
 * of a function.
 */
const CHUNK = 0x80_00;

/** Turns an event of a call to plain data for a page. */
export function toSourceEvent(event: CallEvent<SourceResult>, view: TaskView): SourceEvent {
  const base = { taskId: event.taskId, contextId: view.contextId() };
  switch (event.kind) {
    case 'working': {
      const { answered } = event;
      return { kind: 'progress', ...base, text: '', ...(answered && toAnswered(answered)) };
    }
    case 'progress': {
      const { fraction } = event;
      const isKnown = fraction !== undefined && fraction >= 0 && fraction <= 1;
      const text = cutText(event.text, MAX_SAID);
      return { kind: 'progress', ...base, text, ...(isKnown && { fraction }) };
    }
    case 'artifact': {
      const { artifactId, append, last } = event;
      return {
        kind: 'artifact',
        ...base,
        artifactId,
        name: cutText(event.name, MAX_SAID),
        text: cutText(event.text, MAX_TEXT),
        // The content of a part came as JSON.
        data: event.data as readonly Json[],
        files: toSourceFiles(event.files),
        append,
        last,
      };
    }
    case 'question':
      return { kind: 'question', ...base, question: toSourceQuestion(event.question) };
    case 'auth': {
      const { text, url, number } = event.outcome;
      return {
        kind: 'authorization',
        ...base,
        text: cutText(text, MAX_SAID),
        url,
        ...(number !== undefined && { number }),
      };
    }
    case 'result':
      return {
        kind: 'result',
        ...base,
        ...event.data,
        text: cutText(event.text, MAX_TEXT),
        ...(event.conclusion !== '' && { conclusion: cutText(event.conclusion, MAX_SAID) }),
        files: toSourceFiles(event.files),
      };
  }
}

function toAnswered(answered: Answerer): { readonly answered: Answerer } {
  const { id, reason, ...how } = answered;
  return {
    answered: {
      ...how,
      ...(id !== undefined && { id: cutText(id, MAX_NAME) }),
      ...(reason !== undefined && { reason: cutText(reason, MAX_SAID) }),
    },
  };
}

function toSourceQuestion(question: Question<SourceResult>): SourceQuestion {
  const { number, assignment } = question;
  const base = {
    prompt: cutText(question.prompt, MAX_SAID),
    text: cutText(question.text, MAX_SAID),
    number,
    ...(assignment && { assignment }),
  };
  if (question.kind === 'text') return { ...base, refused: question.refused };
  const { name, schema } = question;
  return { ...base, form: { name, schema }, refused: [] };
}

/** Turns files that the agent sent to plain data for a page. */
function toSourceFiles(files: readonly ReceivedFile[]): readonly SourceFile[] {
  return files.map((file) => {
    const base = {
      name: cutText(file.name, 1000),
      mediaType: cutText(file.mediaType, 1000),
    };
    return file.kind === 'bytes'
      ? { kind: 'bytes', ...base, base64: toBase64(file.bytes) }
      : { kind: 'url', ...base, url: file.url };
  });
}

/** Encodes bytes as base64 (RFC 4648, section 4), in browsers and Node. */
function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCodePoint(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(binary);
}

/** Makes the last event of a stream from the error that was thrown in it. */
export function toFailureEvent(thrown: unknown, view: TaskView): SourceEvent {
  const base = { taskId: view.taskId() ?? '', contextId: view.contextId() };
  if (thrown instanceof TaskError) {
    const text = cutText(thrown.outcome.text, MAX_SAID);
    const state = thrown.state === 'declined' ? 'rejected' : thrown.state;
    return { kind: 'ended', ...base, state, text, problems: readProblems(view) };
  }
  if (!isFormworkError(thrown)) {
    const message = thrown instanceof Error ? thrown.message : 'Something unexpected was thrown.';
    return createFailure(base, { code: 'UNEXPECTED', message });
  }
  const { code, message } = thrown;
  if (thrown instanceof InvalidInputError) {
    const reason = thrown.foundBy === 'agent' ? 'STRUCTURED_INPUT_INVALID' : '';
    return createFailure(base, { code, message, reason, problems: thrown.problems });
  }
  if (thrown instanceof RequestError) {
    const { reason, retryAfterMs } = thrown;
    const failure = createFailure(base, { code, message, reason });
    return retryAfterMs === undefined ? failure : { ...failure, retryAfterMs };
  }
  return createFailure(base, { code, message });
}

type Failure = Extract<SourceEvent, { readonly kind: 'failure' }>;

function createFailure(
  base: Pick<Failure, 'taskId' | 'contextId'>,
  {
    message,
    ...details
  }: Pick<Failure, 'code' | 'message'> & Partial<Pick<Failure, 'reason' | 'problems'>>,
): Failure {
  return {
    kind: 'failure',
    ...base,
    reason: '',
    problems: [],
    ...details,
    message: cutText(message, MAX_SAID),
  };
}

/**
 * Reads the problems for which an agent ended a task, from the data it sent or the metadata of its
 * last message.
 */
function readProblems(view: TaskView): readonly Problem[] {
  const message = view.message();
  const parts = [
    ...(message?.parts ?? []),
    ...view.artifacts().flatMap((artifact) => artifact.parts),
  ];
  const places: readonly unknown[] = [
    ...readData(parts).map(({ data }) => data),
    message?.metadata,
    ...(isRecord(message?.metadata) ? Object.values(message.metadata) : []),
  ];
  for (const candidate of places) {
    const problems = readProblemDetails(candidate);
    if (problems.length > 0) return problems;
  }
  return [];
}

/**
 * Reads problem details (RFC 9457) whose `errors` have a `pointer` and a `detail`; returns `[]` for
 * anything else.
 */
function readProblemDetails(value: unknown): readonly Problem[] {
  const errors: unknown = isRecord(value) ? value['errors'] : undefined;
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, MAX_PROBLEMS).flatMap((error: unknown): readonly Problem[] => {
    if (!isRecord(error) || typeof error['detail'] !== 'string') return [];
    const { pointer, detail, keyword, expected, received, suggestion } = error;
    return [
      {
        pointer: readPointer(pointer),
        keyword: typeof keyword === 'string' ? keyword : 'agent',
        expected: typeof expected === 'string' ? expected : 'valid',
        message: detail,
        ...(typeof received === 'string' && { received }),
        ...(typeof suggestion === 'string' && { suggestion }),
      },
    ];
  });
}

/** Reads a JSON pointer, written as plain text or as a URI fragment (RFC 6901, section 6). */
function readPointer(value: unknown): string {
  if (typeof value !== 'string') return '';
  if (!value.startsWith('#')) return value;
  try {
    return decodeURIComponent(value.slice(1));
  } catch {
    return value.slice(1);
  }
}
