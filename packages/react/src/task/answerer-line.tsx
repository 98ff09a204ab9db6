import type { ReactNode } from 'react';
import type { ThreadTurn } from '../agent/thread-entry.ts';
import type { Messages } from '../messages/messages.ts';
import { cutVisibleText } from '../text/visible-text.ts';
import { useLazyMessagesOf } from '../theme/use-lazy-messages.ts';

/** The maximum length of the name of a person, in characters. */
const MAX_NAME = 100;

/** Draws the line that says who answered a question elsewhere, as far as that is known. */
export function AnswererLine({
  answeredBy,
  messages,
}: {
  readonly answeredBy: ThreadTurn['answeredBy'];
  readonly messages: Messages;
}): ReactNode {
  const lazyMessages = useLazyMessagesOf(messages);
  const { id, isByLink = false, isAutomatic = false } = answeredBy ?? {};
  if (isAutomatic) return <p>{lazyMessages?.answeredBy(undefined, false)}</p>;
  return (
    <p>
      {id === undefined
        ? lazyMessages?.answeredElsewhere
        : lazyMessages?.answeredBy(cutVisibleText(id, MAX_NAME), isByLink)}
    </p>
  );
}
