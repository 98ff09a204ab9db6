import { appendPointer } from '@formwork/schema/internal';
import { previewJson } from '@formwork/schema/internal';
import type { Problem } from '@formwork/schema';
import { checkUnique } from './check-unique.ts';
import { listMember, listMembers, type Placed } from './read-parts.ts';

/** What no schema can say of a task: ids are unique, and what was said belongs to it. */
export function checkTask(task: Placed): readonly Problem[] {
  const history = listMembers(task, 'history');
  const said = listMember(task, 'status').flatMap((status) => listMember(status, 'message'));
  const id = task.value['id'];
  const context = task.value['contextId'];
  return [
    ...checkUnique(listMembers(task, 'artifacts'), 'artifactId'),
    ...checkUnique(history, 'messageId'),
    ...[...history, ...said].flatMap((message) => [
      ...checkSame(message, 'taskId', id),
      ...checkSame(message, 'contextId', context),
    ]),
  ];
}

/** An id that is given has to be that of the task. */
function checkSame({ pointer, value }: Placed, name: string, own: unknown): readonly Problem[] {
  const given = value[name];
  if (typeof given !== 'string' || given === '' || typeof own !== 'string') return [];
  if (given === own) return [];
  const expected = `the ${name === 'taskId' ? 'id' : name} of the task, ${previewJson(own)}`;
  const problem: Problem = {
    pointer: appendPointer(pointer, name),
    keyword: 'same-task',
    expected,
    received: previewJson(given),
    message: `must be ${expected} but is ${previewJson(given)}`,
  };
  return [problem];
}
