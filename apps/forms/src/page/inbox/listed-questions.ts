import type { QuestionView } from '@formwork/people/client';
import { toVisibleText } from '@formwork/react';
import { compareTexts } from '@formwork/schema/json';
import type { AgentInbox } from './inboxes.ts';

/** A question in the list of all inboxes, with the inbox that it is from. */
export interface ListedQuestion<Inbox = AgentInbox> {
  readonly inbox: Inbox;
  readonly question: QuestionView;
}

/**
 * Lists the questions of several inboxes, the most urgent first: those that are due first, then
 * those that are never due, of which the oldest come first, as the pages of an inbox have them.
 */
export function listQuestions<Inbox extends { readonly questions: readonly QuestionView[] }>(
  inboxes: readonly Inbox[],
): readonly ListedQuestion<Inbox>[] {
  return inboxes
    .flatMap((inbox) => inbox.questions.map((question) => ({ inbox, question })))
    .toSorted((a, b) => compare(a.question, b.question));
}

function compare(a: QuestionView, b: QuestionView): number {
  if (a.dueAt !== undefined && b.dueAt !== undefined && a.dueAt !== b.dueAt) {
    return Date.parse(a.dueAt) - Date.parse(b.dueAt);
  }
  if (a.dueAt === undefined && b.dueAt !== undefined) return 1;
  if (a.dueAt !== undefined && b.dueAt === undefined) return -1;
  return Date.parse(a.askedAt) - Date.parse(b.askedAt) || compareTexts(a.taskId, b.taskId);
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

/** Returns the name in an address such as `role:manager`. */
export function toName(address: string): string {
  return toVisibleText(address.slice(address.indexOf(':') + 1));
}

/**
 * Lists the people and roles that occur in the questions of an inbox, without the person, as they
 * are typed to hand a question over: a role as an address, a person by name.
 */
export function listKnownQuestions({
  questions,
  me,
}: Pick<AgentInbox, 'questions' | 'me'>): readonly string[] {
  const addresses = questions.flatMap(({ to, escalatedTo, claimedBy, askedFor }) => [
    ...to,
    ...escalatedTo,
    ...[claimedBy, askedFor].flatMap((id) => (id === undefined ? [] : `user:${id}`)),
  ]);
  const otherAddresses = new Set(addresses.filter((address) => address !== `user:${me}`));
  return [...otherAddresses]
    .map((address) => address.replace(/^user:(?!user:|role:)/u, ''))
    .toSorted();
}
