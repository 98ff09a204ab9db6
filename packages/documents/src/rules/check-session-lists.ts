import type { Problem } from '@formwork/schema';
import { checkUnique } from './check-unique.ts';
import { listMember, listMembers, type Placed } from './read-parts.ts';

/** What no schema can say of the session API: messages and artifacts have ids of their own. */
export function checkSessionLists(document: Placed): readonly Problem[] {
  const messages = listMembers(document, 'messages');
  const holders = [document, ...messages, ...listMember(document, 'message')];
  return [
    ...checkUnique(messages, 'id'),
    ...holders.flatMap((holder) => checkUnique(listMembers(holder, 'artifacts'), 'id')),
  ];
}
