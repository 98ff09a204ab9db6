import type { ReactNode } from 'react';
import type { ConsoleError } from '../client/console-client.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Icon } from './icon.tsx';

/** Draws what stands in the way of new values; nothing while there is nothing. */
export function LiveNote({
  fault,
  hasValue,
}: {
  /** The error of the last attempt to read; `undefined` after a success. */
  readonly fault: ConsoleError | undefined;
  readonly hasValue: boolean;
}): ReactNode {
  const texts = useTexts();
  if (fault === undefined) return hasValue ? null : <p className="note">{texts.loading}</p>;
  return (
    <p className="warning" role="status">
      <Icon name="alert" />
      {fault.status === 0 ? texts.offline : texts.refusedTask(fault.message)}
    </p>
  );
}
