import type { ReactNode } from 'react';
import { useFormSettings } from '../theme/form-settings.ts';

interface FormActionsProps {
  /** The id of the form that the button submits. */
  readonly formId: string;
  readonly submitLabel: string;
  readonly isSending: boolean;
  readonly onSend: () => void;
  /** Elements to draw beside the main button. */
  readonly actions: ReactNode;
}

/**
 * The row below a form: the main button with its shortcut, and the page's own elements beside it.
 */
export function FormActions(props: FormActionsProps): ReactNode {
  const { formId, submitLabel, isSending, actions, onSend } = props;
  const { messages } = useFormSettings();
  const isApple = typeof navigator === 'object' && /Mac|iP(?:hone|ad)/u.test(navigator.platform);
  return (
    <div className="fw-actions-bar">
      <button
        type="submit"
        form={formId}
        onClick={(event) => {
          event.preventDefault();
          onSend();
        }}
        className="fw-button fw-primary"
        // Not `disabled`, which would take the focus away from the button.
        aria-disabled={isSending || undefined}
        aria-keyshortcuts={isApple ? 'Meta+Enter' : 'Control+Enter'}
      >
        {submitLabel}
      </button>
      <kbd className="fw-keys" aria-hidden="true" suppressHydrationWarning>
        {messages.sendKeys(isApple)}
      </kbd>
      {actions}
      <span aria-live="polite" className="fw-note">
        {isSending ? messages.sending : ''}
      </span>
    </div>
  );
}
