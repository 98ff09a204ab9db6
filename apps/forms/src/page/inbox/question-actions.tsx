import { type PeopleClient, PeopleClientError, type QuestionView } from '@formwork/people/client';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type InboxTexts, useInboxTexts } from './inbox-texts.ts';

/** The callbacks of a card, for the time after an action on its question. */
export interface ActionEvents {
  readonly onHandedOver: (address: string) => void;
  readonly onRefused: (error: unknown) => void;
}

interface QuestionActionsProps extends ActionEvents {
  readonly people: PeopleClient;
  readonly question: QuestionView;
  readonly me: string | undefined;
  /** The people and roles that the field for a handover offers. */
  readonly addresses: readonly string[];
  /** Called with the question after the person has taken it, or has given it back. */
  readonly onChanged: (question: QuestionView) => void;
}

/** Draws what can be done with a question besides answering it: take it, give it back, hand it over. */
export function QuestionActions(props: QuestionActionsProps): ReactNode {
  const { people, question, me, addresses, onChanged, onHandedOver, onRefused } = props;
  const inboxTexts = useInboxTexts();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { taskId, claimedBy, to } = question;
  const isMine = claimedBy !== undefined && claimedBy === me;
  if (to.length === 0 || (claimedBy !== undefined && !isMine)) return null;

  async function take(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    try {
      onChanged(await (isMine ? people.release(taskId) : people.claim(taskId)));
    } catch (error) {
      onRefused(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="stack">
      <p className="tools">
        {/* One button, which is never disabled, so that the focus stays on it. */}
        <button type="button" aria-disabled={isBusy || undefined} onClick={() => void take()}>
          {isMine ? inboxTexts.giveBack : inboxTexts.take}
        </button>
        <button ref={opener} type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {inboxTexts.handOver}
        </button>
        <span role="status" className="said-only">
          {isMine && inboxTexts.takenByYou}
        </span>
      </p>
      {isOpen && (
        <HandOver
          addresses={addresses}
          onCancel={() => {
            setOpen(false);
            opener.current?.focus();
          }}
          onSend={async (address) => {
            await people.handOver(taskId, [address]);
            onHandedOver(address);
          }}
          onRefused={onRefused}
        />
      )}
    </div>
  );
}

/** Draws the field for the address to which a question is handed over. */
function HandOver({
  addresses,
  onSend,
  onCancel,
  onRefused,
}: Pick<QuestionActionsProps, 'addresses' | 'onRefused'> & {
  readonly onSend: (address: string) => Promise<void>;
  readonly onCancel: () => void;
}): ReactNode {
  const inboxTexts = useInboxTexts();
  const [address, setAddress] = useState('');
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);

  async function send(): Promise<void> {
    try {
      await onSend(toAddress(address));
    } catch (error) {
      const faultText = findFault(error, inboxTexts);
      setFault(faultText);
      if (faultText === undefined) onRefused(error);
      else field.current?.focus();
    }
  }

  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label htmlFor={id}>{inboxTexts.handOverTo}</label>
      <input
        ref={field}
        id={id}
        dir="ltr"
        list={`${id}-known`}
        autoComplete="off"
        spellCheck={false}
        value={address}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={`${id}-help${fault === undefined ? '' : ` ${id}-error`}`}
        onChange={({ target }) => {
          setAddress(target.value);
          setFault(undefined);
        }}
      />
      <datalist id={`${id}-known`}>
        {addresses.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
      <p className="help" id={`${id}-help`}>
        {inboxTexts.handOverHelp}
      </p>
      {fault !== undefined && (
        <p className="error" id={`${id}-error`}>
          {fault}
        </p>
      )}
      <p className="tools">
        <button type="submit">{inboxTexts.handOver}</button>
        <button type="button" onClick={onCancel}>
          {inboxTexts.cancel}
        </button>
      </p>
    </form>
  );
}

/** Returns what is wrong with an address; `undefined` if something else was refused. */
function findFault(error: unknown, inboxTexts: InboxTexts): string | undefined {
  const code = error instanceof PeopleClientError ? error.code : '';
  if (code === 'INVALID_REQUEST') return inboxTexts.handOverWrong;
  return code === 'FOUR_EYES' ? inboxTexts.handOverCaller : undefined;
}

/** Completes a name without a kind of address: it is that of a person. */
function toAddress(text: string): string {
  const address = text.trim();
  return /^(?:user|role):/u.test(address) ? address : `user:${address}`;
}
