import { type ReactNode, useId, useRef, useState } from 'react';
import type { Language } from './texts/choose-language.ts';

/** Draws the secret link to a submission, which a visitor can open, copy, or send by e-mail. */
export function ReceiptField({
  address,
  title,
  language: { messages, texts },
}: {
  readonly address: string;
  /** The subject of the e-mail. */
  readonly title: string;
  readonly language: Language;
}): ReactNode {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    field.current?.select();
    // Without a clipboard, such as in a frame, the selected link can be copied by hand.
    await navigator.clipboard?.writeText(address).then(
      () => setCopied(true),
      () => undefined,
    );
  }

  const mail = new URLSearchParams({ subject: title, body: address });
  return (
    <div className="fw-embed-note fw-embed-receipt">
      <p id={id}>
        <a href={address} target="_blank" rel="noopener noreferrer">
          {texts.receipt}
          <span className="fw-hidden"> ({messages.result.newTab})</span>
        </a>{' '}
        {texts.keepReceipt}
      </p>
      <div className="fw-embed-row fw-form">
        <input
          ref={field}
          className="fw-input"
          aria-labelledby={id}
          dir="ltr"
          readOnly
          value={address}
        />
        <button type="button" className="fw-button" onClick={() => void copy()}>
          {isCopied ? messages.result.copied : messages.result.copy}
        </button>
        <a
          className="fw-button"
          target="_blank"
          rel="noopener noreferrer"
          href={`mailto:?${mail.toString().replaceAll('+', '%20')}`}
        >
          {texts.sendReceipt}
        </a>
      </div>
    </div>
  );
}
