import type { PeopleClient, QuestionView } from '@formwork/people/client';
import { type ReactNode, useId, useState } from 'react';
import { useInboxTexts } from './inbox-texts.ts';

interface QuestionActionsProps {
  readonly people: PeopleClient;
  readonly question: QuestionView;
  readonly me: string | undefined;
  /** Called after a change, and after one that came too late. */
  readonly onChanged: () => void;
}

/** Draws what can be done with a question besides answering it: take it, give it back, hand it over. */
export function QuestionActions(props: QuestionActionsProps): ReactNode {
  const { people, question, me, onChanged } = props;
  const own = useInboxTexts();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { taskId, claimedBy, to } = question;
  if (to.length === 0) return null;
  const isMine = claimedBy !== undefined && claimedBy === me;

  async function run(action: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await action();
    } catch {
      // Somebody was faster: the question, read again, says who.
    } finally {
      setBusy(false);
      onChanged();
    }
  }

  return (
    <div className="stack">
      <p className="tools">
        {claimedBy === undefined && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void run(() => people.claim(taskId))}
          >
            {own.take}
          </button>
        )}
        {isMine && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void run(() => people.release(taskId))}
          >
            {own.giveBack}
          </button>
        )}
        {(claimedBy === undefined || isMine) && (
          <button
            type="button"
            aria-expanded={isOpen}
            disabled={isBusy}
            onClick={() => setOpen(!isOpen)}
          >
            {own.handOver}
          </button>
        )}
      </p>
      {isOpen && (
        <HandOver
          onCancel={() => setOpen(false)}
          onSend={async (address) => {
            await people.handOver(taskId, [address]);
            onChanged();
          }}
        />
      )}
    </div>
  );
}

interface HandOverProps {
  readonly onSend: (address: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Draws the field for the address to which a question is handed over. */
function HandOver({ onSend, onCancel }: HandOverProps): ReactNode {
  const own = useInboxTexts();
  const [address, setAddress] = useState('');
  const [isWrong, setWrong] = useState(false);
  const id = useId();
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(toAddress(address)).catch(() => setWrong(true));
      }}
    >
      <label htmlFor={id}>{own.handOverTo}</label>
      <input
        id={id}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        value={address}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-help${isWrong ? ` ${id}-error` : ''}`}
        onChange={({ target }) => {
          setAddress(target.value);
          setWrong(false);
        }}
      />
      <p className="help" id={`${id}-help`}>
        {own.handOverHelp}
      </p>
      {isWrong && (
        <p className="error" id={`${id}-error`}>
          {own.handOverWrong}
        </p>
      )}
      <p className="tools">
        <button type="submit">{own.handOver}</button>
        <button type="button" onClick={onCancel}>
          {own.cancel}
        </button>
      </p>
    </form>
  );
}

/** Completes a name without a kind of address: it is that of a person. */
function toAddress(text: string): string {
  const address = text.trim();
  return /^(?:user|role):/u.test(address) ? address : `user:${address}`;
}
