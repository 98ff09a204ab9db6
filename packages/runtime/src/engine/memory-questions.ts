import type { MemoryRecords, TaskRecord } from './memory-records.ts';
import type {
  Addressees,
  OpenQuestion,
  QuestionPosition,
  QuestionStore,
} from './question-store.ts';

/** Options of {@link createMemoryQuestions}. */
interface MemoryQuestionsOptions {
  readonly checkOpen: () => void;
  readonly records: Pick<MemoryRecords, 'allWaiting' | 'get'>;
  /** Returns the time of the engine's clock, in milliseconds since 1970. */
  readonly now: () => number;
}

/** The record of a task whose open question was given to people. */
type AskedRecord = TaskRecord & { readonly question: Addressees };

/** Makes the methods of the memory engine that find the questions which were given to people. */
export function createMemoryQuestions({
  checkOpen,
  records,
  now,
}: MemoryQuestionsOptions): QuestionStore {
  function listAsked(): AskedRecord[] {
    return [...records.allWaiting()].filter(isAsked);
  }

  return {
    async listQuestions({ to, limit, after }) {
      checkOpen();
      const wanted = new Set(to);
      return listAsked()
        .filter(({ question }) => question.to.some((address) => wanted.has(address)))
        .filter(after === undefined ? () => true : isAfter(after))
        .toSorted((a, b) => a.question.askedAt - b.question.askedAt || (a.id < b.id ? -1 : 1))
        .slice(0, limit)
        .map(toOpenQuestion);
    },

    async claimDueQuestions(limit, ttlMs) {
      checkOpen();
      const time = now();
      const isDue = ({ question: { wakesAt } }: AskedRecord): boolean =>
        wakesAt !== null && wakesAt <= time;
      return listAsked()
        .filter(isDue)
        .toSorted((a, b) => (a.question.wakesAt ?? 0) - (b.question.wakesAt ?? 0))
        .slice(0, limit)
        .map((record) => {
          const wakesAt = time + ttlMs;
          const wokeAt = new Date(record.question.wakesAt ?? time).toISOString();
          const due = { ...toOpenQuestion(record), wokeAt, ...toClaim(time, wakesAt) };
          record.question = { ...record.question, wakesAt };
          return due;
        });
    },

    async putOffQuestion({ taskId, claimedUntil }, wakesAt) {
      checkOpen();
      const record = records.get(taskId);
      if (record?.question?.wakesAt !== Date.parse(claimedUntil)) return;
      const next = wakesAt === undefined ? null : Date.parse(wakesAt);
      record.question = { ...record.question, wakesAt: next };
    },
  };
}

/** Returns a function that is true for questions that come after another one. */
function isAfter({ taskId, askedAt }: QuestionPosition): (record: AskedRecord) => boolean {
  const time = Date.parse(askedAt);
  return ({ question, id }) =>
    question.askedAt > time || (question.askedAt === time && id > taskId);
}

function isAsked(record: TaskRecord): record is AskedRecord {
  return record.question !== undefined;
}

function toOpenQuestion({ id, scope, question }: AskedRecord): OpenQuestion {
  return { taskId: id, scope, askedAt: new Date(question.askedAt).toISOString() };
}

function toClaim(time: number, until: number): { claimedAt: string; claimedUntil: string } {
  return { claimedAt: new Date(time).toISOString(), claimedUntil: new Date(until).toISOString() };
}
