import { type Command, Option } from 'commander';
import { UsageError } from '../../errors/errors.ts';
import type { Console } from '../../terminal/console.ts';
import { createInterrupt } from '../../terminal/interrupt.ts';
import { toExamples } from '../common-flags.ts';
import type { LettersFlags } from './change-tasks.ts';
import type { ListFlags } from './list-tasks.ts';
import type { EventsFlags, ShowFlags } from './show-task.ts';
import { addStoreFlags, type StoreFlags, withStore } from './task-store.ts';

const STATES = [
  'submitted',
  'working',
  'input-required',
  'auth-required',
  'completed',
  'failed',
  'canceled',
  'rejected',
];

/** Adds the commands `formwork tasks ...`, by which operators look after the tasks of a store. */
export function defineTasks(program: Command, console: Console): void {
  const tasks = program
    .command('tasks')
    .description('look after the tasks of a store, also while agents use it')
    .addHelpText(
      'after',
      toExamples([
        'formwork tasks list --store data/tasks.sqlite --state failed',
        'formwork tasks retry 0198d1f2-0000-7000-8000-000000000000 --store data/tasks.sqlite',
      ]),
    );
  defineReading(tasks, console);
  defineChanges(tasks, console);
  defineLetters(tasks, console);
}

function defineReading(tasks: Command, console: Console): void {
  const list = tasks
    .command('list')
    .description('list tasks of all callers, newest status first')
    .addOption(new Option('--state <state>', 'only tasks in this state').choices(STATES))
    .option('--scope <scope>', 'only tasks of this caller, such as user:ada; "" for nobody')
    .option('--context <id>', 'only tasks of this context')
    .option('--skill <id>', 'only tasks of this skill')
    .option('--older-than <time>', 'only tasks whose status is older, such as 12h or 7d')
    .option('--limit <number>', 'list at most so many', '50')
    .option('--page <token>', 'continue where a list has ended')
    .action((flags: ListFlags) =>
      withStore(flags, async (engine) => {
        const { listTasks } = await import('./list-tasks.ts');
        await listTasks(engine, { flags, console });
      }),
    );
  addStoreFlags(list, [
    'formwork tasks list --store data/tasks.sqlite',
    'formwork tasks list --state input-required --older-than 7d --store postgres://localhost/agents',
    'FORMWORK_STORE=data/tasks.sqlite formwork tasks list --json | jq -r .tasks[].taskId',
  ]);
  const show = tasks
    .command('show')
    .description('show where a task stands and what it has')
    .argument('<task>', 'id of the task')
    .option('--data', 'show also what was said: messages, results, answers')
    .action((taskId: string, flags: ShowFlags) =>
      withStore(flags, async (engine) => {
        const { showTask } = await import('./show-task.ts');
        await showTask(engine, taskId, { flags, console });
      }),
    );
  addStoreFlags(show, ['formwork tasks show 0198d1f2-0000-7000-8000-000000000000 --data']);
  const events = tasks
    .command('events')
    .description('print the log of a task')
    .argument('<task>', 'id of the task')
    .option('--after <number>', 'only events behind this one', '0')
    .option('--follow', 'go on with what is added, until the task ends')
    .option('--data', 'show also what was said')
    .action(async (taskId: string, flags: EventsFlags) => {
      if (!/^\d{1,9}$/u.test(flags.after)) {
        throw new UsageError(
          `Cannot print the log because --after must be a whole number: current value is ${JSON.stringify(flags.after)}`,
        );
      }
      const { showEvents } = await import('./show-task.ts');
      const interrupt = createInterrupt();
      try {
        const { signal } = interrupt;
        await withStore(flags, (engine) => showEvents(engine, taskId, { flags, console, signal }));
        if (signal.aborted) process.exitCode = interrupt.exitCode();
      } finally {
        interrupt.dispose();
      }
    });
  addStoreFlags(events, ['formwork tasks events 0198d1f2-0000-7000-8000-000000000000 --follow']);
}

function defineChanges(tasks: Command, console: Console): void {
  const load = () => import('./change-tasks.ts');
  const retry = tasks
    .command('retry')
    .description(
      'let new tasks go on where failed ones ended; begin the next attempt of one that rests',
    )
    .argument('<tasks...>', 'ids of tasks')
    .option('--from-start', 'do finished steps again, and ask answered questions again')
    .action((ids: readonly string[], flags: StoreFlags & { readonly fromStart?: boolean }) =>
      withStore(flags, async (engine) => {
        const { changeTasks, createRetry } = await load();
        const change = createRetry(flags.fromStart === true);
        await changeTasks(engine, { ids, change, flags, console });
      }),
    );
  addStoreFlags(retry, ['formwork tasks retry 0198d1f2-0000-7000-8000-000000000000']);
  const cancel = tasks
    .command('cancel')
    .description('cancel tasks')
    .argument('<tasks...>', 'ids of tasks')
    .option('--force', 'end at once also what a runner has')
    .action((ids: readonly string[], flags: StoreFlags & { readonly force?: boolean }) =>
      withStore(flags, async (engine) => {
        const { changeTasks, createCancel } = await load();
        const change = createCancel(flags.force === true);
        await changeTasks(engine, { ids, change, flags, console });
      }),
    );
  addStoreFlags(cancel, ['formwork tasks cancel 0198d1f2-0000-7000-8000-000000000000 --force']);
  const remove = tasks
    .command('delete')
    .description('delete tasks with everything about them, in whatever state')
    .argument('<tasks...>', 'ids of tasks')
    .action((ids: readonly string[], flags: StoreFlags) =>
      withStore(flags, async (engine) => {
        const { changeTasks, remove: change } = await load();
        await changeTasks(engine, { ids, change, flags, console });
      }),
    );
  addStoreFlags(remove, ['formwork tasks delete 0198d1f2-0000-7000-8000-000000000000']);
}

function defineLetters(tasks: Command, console: Console): void {
  const letters = tasks
    .command('dead-letters')
    .description('list receivers of notifications that were given up')
    .option('--limit <number>', 'list at most so many', '50')
    .action((flags: LettersFlags) =>
      withStore(flags, async (engine) => {
        const { listDeadLetters } = await import('./change-tasks.ts');
        await listDeadLetters(engine, { flags, console });
      }),
    );
  addStoreFlags(letters, ['formwork tasks dead-letters --store data/tasks.sqlite']);
  const revive = tasks
    .command('revive')
    .description('let notifications of dead letters go on from where they stopped')
    .argument('[task]', 'id of their task')
    .option('--receiver <id>', 'only this push config')
    .option('--scope <scope>', 'only those of this caller')
    .option('--url <prefix>', 'only receivers whose URL begins so')
    .option('--all', 'all there are')
    .action((taskId: string | undefined, flags: LettersFlags) =>
      withStore(flags, async (engine) => {
        const { reviveDeadLetters } = await import('./change-tasks.ts');
        await reviveDeadLetters(engine, taskId, { flags, console });
      }),
    );
  addStoreFlags(revive, [
    'formwork tasks revive 0198d1f2-0000-7000-8000-000000000000',
    'formwork tasks revive --url https://receiver.example.com/',
  ]);
}
