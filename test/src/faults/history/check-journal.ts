import type { JournalEntry, RunHistory, StoredTask, Violation } from './run-history.ts';

type Granted = JournalEntry & { readonly kind: 'granted' };
type Appended = JournalEntry & { readonly kind: 'appended' };
type Effect = JournalEntry & { readonly kind: 'effect' };

/**
 * Checks that all that runners were told is true of the stored logs, and that runners repeated no
 * step whose result was acknowledged.
 */
export function checkJournal({ journal, tasks }: RunHistory): readonly Violation[] {
  const logs = new Map(tasks.map(({ taskId, log }) => [taskId, log]));
  const entriesByTask = groupBy(journal, ({ taskId }) => taskId);
  return [...new Set([...entriesByTask.keys(), ...logs.keys()])].flatMap((taskId) => {
    const entries = entriesByTask.get(taskId) ?? [];
    const log = logs.get(taskId) ?? [];
    return [
      ...findLostEvents(entries.filter(isAppended), log),
      ...findFallingEpochs(entries),
      ...findRepeatedSteps(entries),
      ...findUnseenSteps(taskId, entries.filter(isEffect), log),
    ];
  });
}

function findLostEvents(
  appended: readonly Appended[],
  log: StoredTask['log'],
): readonly Violation[] {
  return appended.flatMap(({ taskId, seq, texts }) =>
    texts.flatMap((text, index): readonly Violation[] => {
      const place = seq - texts.length + 1 + index;
      const stored = log.find((entry) => entry.seq === place)?.text;
      if (stored === text) return [];
      const detail = `${place} was acknowledged as ${text}, stored ${stored ?? 'nothing'}`;
      return [{ rule: 'event-lost', taskId, detail }];
    }),
  );
}

/**
 * Finds appends whose epoch is lower than that of an earlier append, in the order of the log,
 * because journal lines of two processes may be out of order.
 */
function findFallingEpochs(entries: readonly JournalEntry[]): readonly Violation[] {
  const found: Violation[] = [];
  let newest = 0;
  for (const { taskId, seq, epoch } of entries
    .filter(isAppended)
    .toSorted((a, b) => a.seq - b.seq)) {
    if (epoch < newest) {
      const detail = `epoch ${epoch} wrote ${seq} after epoch ${newest}`;
      found.push({ rule: 'epoch-falls', taskId, detail });
    }
    newest = Math.max(newest, epoch);
  }
  const granted = groupBy(entries.filter(isGranted), ({ epoch }) => epoch);
  for (const [epoch, [first, second]] of granted) {
    if (first !== undefined && second !== undefined) {
      const detail = `epoch ${epoch} was given out twice`;
      found.push({ rule: 'epoch-repeated', taskId: first.taskId, detail });
    }
  }
  return found;
}

/**
 * Finds steps that were done again after an engine had acknowledged their result. Only runs of the
 * same or a later epoch count, because a run that has lost its lease may do one more step before it
 * learns so.
 */
function findRepeatedSteps(entries: readonly JournalEntry[]): readonly Violation[] {
  const found: Violation[] = [];
  const epochs = new Map<string, number>();
  const granted: Granted[] = [];
  for (const entry of entries) {
    switch (entry.kind) {
      case 'granted':
        granted.push(entry);
        break;
      case 'appended':
        for (const step of entry.steps) epochs.set(step, entry.epoch);
        break;
      case 'effect': {
        const { taskId, step } = entry;
        const known = epochs.get(step);
        const epoch = findEpoch(entry, granted);
        if (known !== undefined && epoch >= known) {
          const detail = `${step}, acknowledged in epoch ${known}, was done in ${epoch}`;
          found.push({ rule: 'step-repeated', taskId, detail });
        }
        break;
      }
      case 'aborted':
        break;
    }
  }
  return found;
}

function findEpoch({ pid, attempt }: Effect, granted: readonly Granted[]): number {
  const fitting = granted.filter((grant) => grant.pid === pid && grant.attempt === attempt);
  // Without a known lease, the run may do no step at all.
  return fitting.at(-1)?.epoch ?? Number.POSITIVE_INFINITY;
}

/** Finds results of steps in a task's log for which no run did the step. */
function findUnseenSteps(
  taskId: string,
  effects: readonly Effect[],
  log: StoredTask['log'],
): readonly Violation[] {
  const done = new Set(effects.map(({ step }) => step));
  return log.flatMap(({ step }) =>
    step === undefined || done.has(step)
      ? []
      : [{ rule: 'step-unseen', taskId, detail: `${step} has a result and was not done` }],
  );
}

function isGranted(entry: JournalEntry): entry is Granted {
  return entry.kind === 'granted';
}

function isAppended(entry: JournalEntry): entry is Appended {
  return entry.kind === 'appended';
}

function isEffect(entry: JournalEntry): entry is Effect {
  return entry.kind === 'effect';
}

function groupBy<Item, Key>(
  items: readonly Item[],
  toKey: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = toKey(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
