import { compareTexts } from '@formwork/schema/json';
import { hashKey, type IdempotencyKey } from '../idempotency-key.ts';
import type { TaskRecord } from './memory-records.ts';
import type { MemoryState } from './memory-state.ts';
import type {
  Addressees,
  OpenQuestion,
  QuestionPosition,
  QuestionStore,
} from './question-store.ts';
import { isProgress } from './requests.ts';
import type { Reply, ReplyOutcome } from './task-engine.ts';
import { isInterruptedState } from './task-event.ts';

/** The record of a task whose open question was given to people. */
type AskedRecord = TaskRecord & { readonly question: Addressees };

/** Makes the methods of the memory engine that find the questions which were given to people. */
export function createMemoryQuestions(state: MemoryState): QuestionStore {
  const { records } = state;

  function listAskedRecords(): AskedRecord[] {
    return [...records.allWaiting()].filter(isAsked);
  }

  return {
    async listQuestions({ to, limit, after }) {
      state.checkOpen();
      const addresses = new Set(to);
      return listAskedRecords()
        .filter(({ question }) => question.to.some((address) => addresses.has(address)))
        .filter(after === undefined ? () => true : isAfter(after))
        .toSorted((a, b) => a.question.askedAt - b.question.askedAt || compareTexts(a.id, b.id))
        .slice(0, limit)
        .map(toOpenQuestion);
    },

    async claimDueQuestions(limit, ttlMs) {
      state.checkOpen();
      const time = state.now();
      const isDue = ({ question: { wakesAt } }: AskedRecord): boolean =>
        wakesAt !== null && wakesAt <= time;
      return listAskedRecords()
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
      state.checkOpen();
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

/**
 * Returns the outcome that refuses a reply. If the reply can be written, returns `undefined`, and
 * the reply's idempotency key counts as used.
 */
export function refuseReply(
  record: TaskRecord,
  { expectedSeq, idempotencyKey }: Reply,
): ReplyOutcome | undefined {
  if (idempotencyKey !== undefined && hasReplied(record, idempotencyKey)) {
    return { kind: 'repeated' };
  }
  if (!isInterruptedState(record.state) || !isLast(record, expectedSeq)) {
    return { kind: 'stale', state: record.state };
  }
  if (idempotencyKey !== undefined) {
    record.replyKeys ??= new Set();
    record.replyKeys.add(idempotencyKey);
  }
  return undefined;
}

/** Returns true for the place of the last event of a log, not counting memos that were kept late. */
function isLast({ log }: TaskRecord, seq: number): boolean {
  return seq <= log.length && log.slice(seq).every(({ event }) => isProgress(event));
}

function hasReplied({ replyKeys, importedReplyKeys }: TaskRecord, key: IdempotencyKey): boolean {
  if (replyKeys?.has(key) === true) return true;
  return importedReplyKeys?.has(hashKey(key).toString('hex')) === true;
}
