import { isRecord } from '@formwork/schema/internal';
import type { Problem } from '@formwork/schema';
import { checkWithReference } from '../check-with-reference.ts';
import type { DocumentForm } from '../document-form.ts';
import { checkDeclarations, checkTagged } from './check-additions.ts';
import { checkCard } from './check-card.ts';
import { checkNames } from './check-names.ts';
import { checkCorrelation, checkSender } from './check-envelope.ts';
import { checkSessionLists } from './check-session-lists.ts';
import { checkTask } from './check-task.ts';
import { listCarried } from './list-carried.ts';
import type { Placed } from './read-parts.ts';

/** What rules beyond the schema of a document say of it. */
export interface RuleOutcome {
  readonly problems: readonly Problem[];
  /** What only some receivers mind. */
  readonly warnings: readonly Problem[];
}

const AUTHENTICATED = 'https://a2a-protocol.org/schemas/authenticated-message.json';

/** Checks what the schema of a form cannot say. Documents that do not fit it are checked, too. */
export function checkRules(value: unknown, form: DocumentForm): RuleOutcome {
  if (!isRecord(value)) return { problems: [], warnings: [] };
  const root: Placed = { pointer: '', value };
  switch (form.dialect) {
    case 'a2a/v1.0':
    case 'a2a/v1-rc':
    case 'a2a/v0.3':
      return { problems: checkA2a(root, form), warnings: checkNames(value, form) };
    case 'messages/v1':
      return {
        problems: checkCorrelation(root),
        warnings: [
          ...checkSender(root),
          ...(isRecord(value['auth']) ? checkWithReference(value, AUTHENTICATED) : []),
        ],
      };
    case 'sessions/v1':
      return { problems: checkSessionLists(root), warnings: [] };
    case 'extensions/object-schemas-v1':
      return { problems: form.kind === 'card' ? checkCard(root) : [], warnings: [] };
    case 'extensions/follow-up-forms-v1':
      return { problems: [], warnings: [] };
  }
}

function checkA2a(root: Placed, { kind }: DocumentForm): readonly Problem[] {
  if (kind === 'card') return [...checkDeclarations(root), ...checkCard(root)];
  return listCarried(root).flatMap((placed) => [
    ...(isTask(placed) ? checkTask(placed) : []),
    ...checkTagged(placed),
  ]);
}

function isTask({ value }: Placed): boolean {
  return isRecord(value['status']) && ('artifacts' in value || 'history' in value);
}
