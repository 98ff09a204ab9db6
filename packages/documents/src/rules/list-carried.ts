import { listMember, listMembers, type Placed } from './read-parts.ts';

/** Names under which things of A2A carry other things of A2A, one or a list of them. */
const CARRIERS = [
  'artifact',
  'artifacts',
  'artifactUpdate',
  'history',
  'message',
  'params',
  'parts',
  'result',
  'status',
  'statusUpdate',
  'task',
  'tasks',
];

/** Things that carry one another are nested less deep than this. */
const MAX_DEPTH = 12;

/** An object and whatever of A2A it carries: the message of a request, the artifacts of a task. */
export function listCarried(root: Placed, depth = 0): readonly Placed[] {
  if (depth > MAX_DEPTH) return [];
  const carried = CARRIERS.flatMap((name) => [
    ...listMember(root, name),
    ...listMembers(root, name),
  ]);
  return [root, ...carried.flatMap((one) => listCarried(one, depth + 1))];
}
