import type { QuestionView } from '@formwork/people/client';
import { expect, test } from 'vitest';
import { listQuestions } from './listed-questions.ts';

function ask(taskId: string, askedAt: string, dueAt?: string): QuestionView {
  return {
    taskId,
    question: 0,
    prompt: 'Approve?',
    isFormRefused: false,
    isOwn: false,
    to: [],
    escalatedTo: [],
    isOverdue: false,
    askedAt: `2026-01-0${askedAt}T00:00:00Z`,
    ...(dueAt !== undefined && { dueAt: `2026-02-0${dueAt}T00:00:00Z` }),
  };
}

test('what is due comes before what is never due, old questions before new ones, then the lower id', () => {
  const inboxes = [
    { questions: [ask('old', '1'), ask('late', '2', '9'), ask('new', '5'), ask('b', '4')] },
    { questions: [ask('middle', '3'), ask('soon', '4', '2'), ask('a', '4'), ask('e', '2', '9')] },
  ];
  const found = listQuestions(inboxes).map(({ question }) => question.taskId);
  expect(found).toEqual(['soon', 'e', 'late', 'old', 'middle', 'a', 'b', 'new']);
});
