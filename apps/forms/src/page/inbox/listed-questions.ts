import type { QuestionView } from '@formwork/people/client';
import type { AgentInbox } from './inboxes.ts';

/** A question in the list of all inboxes, with the inbox that it is from. */
export interface ListedQuestion<Inbox = AgentInbox> {
  readonly inbox: Inbox;
  readonly question: QuestionView;
}

/**
 * Lists the questions of several inboxes, the most urgent first: those that are due first, then
 * those that are never due, of which the newest come first.
 */
export function listQuestions<Inbox extends { readonly questions: readonly QuestionView[] }>(
  inboxes: readonly Inbox[],
): readonly ListedQuestion<Inbox>[] {
  return inboxes
    .flatMap((inbox) => inbox.questions.map((question) => ({ inbox, question })))
    .toSorted((a, b) => compare(a.question, b.question));
}

function compare(a: QuestionView, b: QuestionView): number {
  if (a.dueAt === undefined && b.dueAt === undefined) {
    return Date.parse(b.askedAt) - Date.parse(a.askedAt);
  }
  if (a.dueAt === undefined || b.dueAt === undefined) return a.dueAt === undefined ? 1 : -1;
  return Date.parse(a.dueAt) - Date.parse(b.dueAt);
}

/** Returns the names that say where a question is from: that of the agent, and that of the skill. */
export function nameAsker(
  { inbox, question }: ListedQuestion,
  isAgentNamed: boolean,
): readonly string[] {
  const { name, description } = inbox;
  const skill = description?.skills.find(({ id }) => id === question.skillId)?.name ?? '';
  return [...(isAgentNamed ? [name] : []), ...(skill === '' ? [] : [skill])];
}
