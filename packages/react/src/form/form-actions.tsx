import type { ReactNode } from 'react';
import { useFormSettings } from '../theme/form-settings.ts';

/**
 * Draws the row below a form: the main button with its shortcut, and further elements of the page.
 */
export function FormActions(props: {
  /** The id of the form that the button submits. */
  readonly formId: string;
  readonly submitLabel: string;
  readonly isSending: boolean;
  readonly onSend: () => void;
  /** Elements to draw beside the main button. */
  readonly actions: ReactNode;
  /** True for a long form, whose buttons stay in view. */
  readonly isLong: boolean;
  /** What is left to do, beside the main button. */
  readonly children: ReactNode;
}): ReactNode {
  const { formId, submitLabel, isSending, actions, onSend, isLong, children } = props;
  const { messages } = useFormSettings();
  const isApple = typeof navigator === 'object' && /Mac|iP(?:hone|ad)/u.test(navigator.platform);
  return (
    <div className="fw-actions-bar" data-fw-long={isLong || undefined}>
      <button
        type="submit"
        form={formId}
        onClick={(event) => {
          event.preventDefault();
          onSend();
        }}
        className="fw-button fw-primary"
        // The attribute `disabled` would take the focus away from the button.
        aria-disabled={isSending || undefined}
        aria-keyshortcuts={isApple ? 'Meta+Enter' : 'Control+Enter'}
      >
        {submitLabel}
      </button>
      <kbd className="fw-keys" aria-hidden="true" suppressHydrationWarning>
        {messages.sendKeys(isApple)}
      </kbd>
      {children}
      {actions}
      <span aria-live="polite" className="fw-note">
        {isSending ? messages.sending : ''}
      </span>
    </div>
  );
}
