import type { Assignment, SourceQuestion } from '@formwork/client';
import { createElement, type ReactNode, useId } from 'react';
import type { Messages } from '../messages/messages.ts';
import { formatTime } from '../text/format-time.ts';
import { cutVisibleText } from '../text/visible-text.ts';
import { SummaryList } from './sent-summary.tsx';
import type { SummaryLine } from './summarize-data.ts';

/** The maximum number of people and roles that are named. */
const MAX_NAMED = 10;

/** The maximum length of the name of a person or a role, in characters. */
const MAX_NAME = 100;

/**
 * Draws a question that other people have to answer: the people that the task waits for, since
 * when, until when, and who has taken it. There is no form, because the agent would refuse the
 * answer.
 */
export function OtherTaskPeople(props: {
  readonly question: SourceQuestion;
  readonly assignment: Assignment;
  readonly messages: Messages;
  /** The level of the question's heading, such as 4 for an `h4`. */
  readonly headingLevel: number;
}): ReactNode {
  const { question, assignment, messages, headingLevel } = props;
  const prompt = cutVisibleText(question.prompt);
  const id = useId();
  return (
    <div role="group" className="fw-task-question" aria-labelledby={id}>
      {createElement(
        `h${headingLevel}`,
        { id, className: 'fw-task-prompt' },
        prompt.trim() === '' ? messages.task.question : prompt,
      )}
      <SummaryList lines={toLines(assignment, messages)} messages={messages} />
      <p className="fw-help">{messages.task.others.help}</p>
    </div>
  );
}

function toLines(assignment: Assignment, messages: Messages): readonly SummaryLine[] {
  const { to, claimedBy, askedAt, dueAt, isOverdue } = assignment;
  const { others: labels } = messages.task;
  const toTime = (text: string): string => formatTime(text, 'date-time', messages.language) ?? '';
  const named = to.slice(0, MAX_NAMED).map((address) => toName(address, messages));
  const people = to.length > MAX_NAMED ? [...named, '…'] : named;
  return [
    { label: labels.waitingFor, text: people.join('\n') },
    ...(claimedBy === undefined
      ? []
      : [{ label: labels.claimedBy, text: cutVisibleText(claimedBy, MAX_NAME) }]),
    ...(askedAt === undefined ? [] : [{ label: labels.askedAt, text: toTime(askedAt) }]),
    ...(dueAt === undefined
      ? []
      : [
          {
            label: labels.dueAt,
            text: isOverdue ? `${toTime(dueAt)} (${labels.overdue})` : toTime(dueAt),
          },
        ]),
  ];
}

/** Returns the name of an address such as `role:approver` or `user:kim`, for people. */
function toName(address: string, { task }: Messages): string {
  const name = cutVisibleText(address.slice(address.indexOf(':') + 1), MAX_NAME);
  return address.startsWith('role:') ? task.others.role(name) : name;
}
