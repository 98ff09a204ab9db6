import type { Question } from '@formwork/client';

/** The highest number of people and roles that a text names. */
const MAX_NAMED = 5;

/** Says in sentences which other people have to answer a question. */
export function describeOtherSkills(question: Question): string {
  return `The agent asks other people: ${question.prompt.trim()}\n${toWaitLine(question)}.`;
}

/** Says in one line which people a task waits for, who has taken the question, and until when. */
export function toWaitLine({ assignment }: Question): string {
  const { to = [], claimedBy, dueAt, isOverdue = false } = assignment ?? {};
  const names = to.slice(0, MAX_NAMED).join(', ');
  const remainder = to.length > MAX_NAMED ? ` and ${to.length - MAX_NAMED} more` : '';
  const claim = claimedBy === undefined ? '' : `, taken by ${claimedBy}`;
  const due = dueAt === undefined ? '' : `, due ${dueAt}${isOverdue ? ' (overdue)' : ''}`;
  return `Waiting for ${names}${remainder}${claim}${due}`;
}
