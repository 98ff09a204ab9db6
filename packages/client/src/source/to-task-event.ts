import type { Json } from '@formwork/core';
import type { CallEvent } from '../task/call-event.ts';
import type { Question } from '../task/question.ts';
import type { TaskView } from '../task/task-view.ts';
import type { SourceResult } from './read-source-result.ts';
import { cutText, MAX_SAID, MAX_TEXT, toSourceFiles } from './source-limits.ts';
import type { SourceQuestion, TaskEvent } from './task-event.ts';

/** An event of a call as data. */
export function toTaskEvent(event: CallEvent<SourceResult>, view: TaskView): TaskEvent {
  const base = { taskId: event.taskId, contextId: view.contextId() };
  switch (event.kind) {
    case 'working':
      return { kind: 'progress', ...base, text: '' };
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
        // What a part holds came as JSON.
        data: event.data as readonly Json[],
        files: toSourceFiles(event.files),
        append,
        last,
      };
    }
    case 'question':
      return { kind: 'question', ...base, question: toSourceQuestion(event.question) };
    case 'auth': {
      const { text, url } = event.outcome;
      return { kind: 'authorization', ...base, text: cutText(text, MAX_SAID), url };
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

function toSourceQuestion(question: Question<SourceResult>): SourceQuestion {
  const { number } = question;
  const base = {
    prompt: cutText(question.prompt, MAX_SAID),
    text: cutText(question.text, MAX_SAID),
    number,
  };
  if (question.kind === 'text') return { ...base, refused: question.refused };
  const { name, schema } = question;
  return { ...base, form: { name, schema }, refused: [] };
}
