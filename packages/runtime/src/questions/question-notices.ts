import type { Assignment, PendingNotice } from '../messages/assignment.ts';
import {
  type AskedQuestion,
  describeQuestion,
  type InboxQuestion,
  type ListSecrets,
} from './open-question.ts';

/** News of a question for the people that it is given to. */
export interface QuestionNotice {
  readonly kind: PendingNotice['kind'];
  /** The addresses of the people to tell. */
  readonly to: readonly string[];
  readonly question: InboxQuestion;
  /** The same for every attempt to tell people of the same news. */
  readonly id: string;
}

/** Lists the news of a question if the last ones are not sent yet, the oldest first. */
export function listPendingNotices({
  snapshot,
  question,
}: AskedQuestion): readonly PendingNotice[] {
  const { assignment } = question;
  if (assignment === undefined) return [];
  return [...(assignment.untold ?? []), { ...addressNews(assignment), seq: snapshot.statusSeq }];
}

/** Writes the news of a question for those who tell people of them. */
export function toNotices(openQuestion: AskedQuestion, listSecrets: ListSecrets): QuestionNotice[] {
  const question = describeQuestion(openQuestion, { listSecrets });
  return listPendingNotices(openQuestion).map(({ kind, to, seq }) => ({
    kind,
    to,
    question,
    id: `${question.taskId}-${seq}`,
  }));
}

/** Returns what the last news of a question are, and which people they are for. */
function addressNews({ to, claimedBy, change }: Assignment): Omit<PendingNotice, 'seq'> {
  const kind =
    change === undefined || change.kind === 'claimed' || change.kind === 'released'
      ? 'asked'
      : change.kind;
  if (kind === 'escalated') return { kind, to: change?.to ?? to };
  return { kind, to: claimedBy === undefined ? to : [`user:${claimedBy}`] };
}
