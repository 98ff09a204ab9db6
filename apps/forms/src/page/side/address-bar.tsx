import { useId, useState, type ReactNode } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { toAgentUrl } from '../workspace/agent-url.ts';

/** Draws the field in which a person enters the address of an agent to open it. */
export function AddressBar({ onOpen }: { readonly onOpen: (url: string) => void }): ReactNode {
  const texts = useTexts();
  const id = useId();
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      className="address"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const url = toAgentUrl(text);
        setWrong(url === undefined);
        if (url === undefined) return;
        setText('');
        onOpen(url);
      }}
    >
      <label htmlFor={id}>{texts.address}</label>
      <div className="address-row">
        <input
          id={id}
          type="url"
          dir="ltr"
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
          value={text}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-help`}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit" className="main-button">
          {texts.openAgent}
        </button>
      </div>
      <p id={`${id}-help`} role="status" className={isWrong ? 'wrong' : 'help'}>
        {isWrong ? texts.addressWrong : texts.addressHelp}
      </p>
    </form>
  );
}
