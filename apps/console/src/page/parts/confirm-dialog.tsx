import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';

/** Draws the dialog that asks before a change, and for its reason. */
export function ConfirmDialog({
  question,
  action,
  isFinal = false,
  onConfirm,
  onClose,
}: {
  readonly question: string;
  /** The label of the button that does it. */
  readonly action: string;
  /** True if the change cannot be undone, so that its button warns. Default false. */
  readonly isFinal?: boolean;
  /** Called with the reason, `''` if none was given. */
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const texts = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState('');
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={`${id}-question`} onClose={onClose}>
      <form
        method="dialog"
        onSubmit={() => {
          onConfirm(reason.trim());
        }}
      >
        <h2 id={`${id}-question`}>{question}</h2>
        <label htmlFor={`${id}-reason`}>{texts.actions.reason}</label>
        <input
          id={`${id}-reason`}
          type="text"
          maxLength={1000}
          value={reason}
          aria-describedby={`${id}-help`}
          onChange={(event) => setReason(event.target.value)}
        />
        <p className="note" id={`${id}-help`}>
          {texts.actions.auditHelp}
        </p>
        <div className="buttons">
          <button type="button" onClick={() => dialog.current?.close()}>
            {texts.actions.no}
          </button>
          <button type="submit" className={isFinal ? 'main danger' : 'main'}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  );
}
