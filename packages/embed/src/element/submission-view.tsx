import { TaskView, toVisibleText, type ThreadEntry } from '@formwork/react';
import type { Json } from '@formwork/schema';
import { type ReactNode, useEffect } from 'react';
import type { HeadingLevel } from './element-settings.ts';
import type { FormDescription } from './form-description.ts';
import { ReceiptField } from './receipt-field.tsx';
import { Refusal } from './refusal.tsx';
import type { Language } from './texts/choose-language.ts';
import { toRefusalKind } from './texts/texts.ts';

/** Draws a submission: its progress, its questions and its result, with the link to its receipt. */
export function SubmissionView(props: {
  /** The submission with its task; `undefined` until an earlier one is restored. */
  readonly entry: ThreadEntry | undefined;
  readonly form: FormDescription;
  /** The address of the form, from which that of the receipt follows. */
  readonly url: string;
  /** True if the visitor came by the link of a receipt. */
  readonly isReceipt: boolean;
  /** True if the visitor cannot submit the form again. */
  readonly isOnce: boolean;
  readonly language: Language;
  readonly headingLevel: HeadingLevel;
  readonly colorScheme: 'light' | 'dark' | 'system';
  readonly page: 'whole' | 'embedded' | undefined;
  readonly onAnswer: (id: string, answer: Json) => void;
  readonly onProceed: (id: string) => void;
  readonly onCancel: (id: string) => void;
  readonly onRetry: (id: string) => void;
  readonly onTryNow: (id: string) => void;
  readonly onReset: () => void;
  /** Called to draw the form again with the data that were sent. */
  readonly onChange: (data: Json) => void;
}): ReactNode {
  const { entry, form, url, language, headingLevel, colorScheme } = props;
  const { isReceipt, isOnce, page } = props;
  const { onAnswer, onProceed, onCancel, onRetry, onTryNow, onReset, onChange } = props;
  const { messages, texts } = language;
  const receipt = entry?.taskId ?? '';
  useEffect(() => {
    // A page that is loaded again shows the same submission.
    if (page !== 'whole' || receipt === '') return;
    history.replaceState(null, '', `#receipt=${receipt}`);
  }, [page, receipt]);
  if (entry === undefined) return <p role="status">{texts.loading}</p>;
  const { state, id, sent: message } = entry;
  const refusal = state.kind === 'failed' ? state.failure.reason : '';
  if (toRefusalKind(refusal) !== undefined) {
    return (
      <Refusal reason={refusal} language={language} headingLevel={headingLevel} onRetry={onReset} />
    );
  }
  const isOver = state.kind === 'done' || state.kind === 'ended' || state.kind === 'failed';
  const isUnsent = state.kind === 'failed' && receipt === '';
  const address = `${url}#receipt=${receipt}`;
  const name = toVisibleText(form.title);
  const title = isReceipt ? texts.receiptOf(name) : name;
  return (
    <div className="fw-embed-card">
      {receipt !== '' && !isReceipt && (
        <ReceiptField address={address} title={texts.receiptOf(name)} language={language} />
      )}
      <TaskView
        entry={entry}
        skill={form.skill}
        title={title}
        headingLevel={headingLevel}
        messages={messages}
        colorScheme={colorScheme}
        plain
        onAnswer={(answer) => onAnswer(id, answer)}
        onProceed={() => onProceed(id)}
        // Without a receipt nothing could tell the agent which task to cancel.
        {...(receipt !== '' && { onCancel: () => onCancel(id) })}
        onRetry={() => onRetry(id)}
        onTryNow={() => onTryNow(id)}
        actions={
          isOver && (
            <>
              {isUnsent && message.kind === 'input' && (
                <button
                  type="button"
                  className="fw-button fw-primary"
                  onClick={() => onChange(message.data)}
                >
                  {texts.change}
                </button>
              )}
              {!isUnsent && !isOnce && (
                <button type="button" className="fw-button" onClick={onReset}>
                  {texts.another}
                </button>
              )}
            </>
          )
        }
      />
      {isReceipt && <p className="fw-embed-note fw-embed-receipt">{texts.receiptHelp}</p>}
    </div>
  );
}
