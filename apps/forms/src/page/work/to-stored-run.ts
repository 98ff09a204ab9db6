import type { AgentDescription } from '@formwork/client';
import type { ThreadEntry } from '@formwork/react';
import { fromEntry, type RunNames } from '../history/from-entry.ts';
import type { Run } from '../history/run.ts';
import { withoutSecrets } from '../storage/without-secrets.ts';
import { findSkill } from '../workspace/workspace.ts';

/**
 * Makes the run that the history stores for an entry: without secrets, and with the names that the
 * skill and its files had when it was sent. Data whose schema is not known are left out, because
 * only the schema says their secrets.
 */
export function toStoredRun(
  entry: ThreadEntry,
  description: AgentDescription,
  record: Partial<Pick<Run, 'skillName' | 'turns' | 'pending'>> & {
    readonly input: Run['input'] | undefined;
  },
): Run {
  const { sent: message } = entry;
  const { input: before, turns = [], pending: leftTurn } = record;
  const skillId = message.skillId ?? '';
  const skill = findSkill(description, skillId);
  const schema =
    message.kind === 'input'
      ? skill?.inputs.find(({ name }) => name === message.schema)
      : undefined;
  const usable = schema?.kind === 'usable' ? schema : undefined;
  const names: RunNames = {
    skillId,
    skillName: record.skillName ?? skill?.name ?? description.name,
    fingerprint: before?.kind === 'input' ? before.fingerprint : (usable?.fingerprint ?? ''),
    files: before?.files,
  };
  const base = fromEntry(entry, names);
  const { input, pending } = base;
  const answers = [...turns, ...(leftTurn === undefined ? [] : [leftTurn])];
  const run = {
    ...base,
    turns: base.turns.map((turn) => toStoredTurn(turn, answers)),
    ...(pending !== undefined && { pending: toStoredTurn(pending, answers) }),
  };
  if (input.kind !== 'input') return run;
  if (before?.kind === 'input') return { ...run, input: { ...input, data: before.data } };
  const data = usable && withoutSecrets(input.data, usable.schema);
  return { ...run, input: { ...input, data: data ?? null } };
}

type Turn = Run['turns'][number];

/**
 * Removes the secrets of the answer from an answered question before the history stores it; an
 * answer that is stored already has none.
 */
function toStoredTurn(turn: Turn, answers: readonly Turn[]): Turn {
  const { question, answeredAt } = turn;
  const match = answers.find(
    (answer) => answer.answeredAt === answeredAt && answer.question.prompt === question.prompt,
  );
  if (match !== undefined) return { ...turn, answer: match.answer };
  if (question.form === undefined) {
    // The answer to a question whose form was refused is JSON, and no schema says what in it is
    // secret.
    const isText = typeof turn.answer === 'string' && question.refused.length === 0;
    return isText ? turn : { ...turn, answer: null };
  }
  return { ...turn, answer: withoutSecrets(turn.answer, question.form.schema) ?? null };
}
