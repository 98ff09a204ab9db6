import { useState, type ReactNode } from 'react';
import { useCheckTexts } from './check-texts.ts';
import { loadDocument } from './load-document.ts';

/** Takes a document from an address, or from a file. */
export function DocumentSources({
  onBytes,
}: {
  readonly onBytes: (bytes: Uint8Array) => void;
}): ReactNode {
  const own = useCheckTexts();
  const [address, setAddress] = useState('');
  const [said, setSaid] = useState('');
  const [isWrong, setWrong] = useState(false);

  function say(text: string, wrong: boolean): void {
    setSaid(text);
    setWrong(wrong);
  }

  async function load(): Promise<void> {
    const url = URL.parse(address.trim());
    if (url === null || !/^https?:$/u.test(url.protocol)) {
      say(own.addressWrong, true);
      return;
    }
    say(own.fetching, false);
    try {
      onBytes(await loadDocument(url.href));
      say('', false);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), true);
    }
  }

  async function takeFile(field: HTMLInputElement): Promise<void> {
    const buffer = await field.files?.item(0)?.arrayBuffer();
    // The same file can be chosen again once it was changed.
    field.value = '';
    if (buffer !== undefined) onBytes(new Uint8Array(buffer));
  }

  return (
    <form
      className="address check-sources"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void load();
      }}
    >
      <label htmlFor="check-address">{own.address}</label>
      <div className="address-row">
        <input
          id="check-address"
          type="url"
          dir="ltr"
          inputMode="url"
          spellCheck={false}
          value={address}
          aria-invalid={isWrong || undefined}
          aria-describedby="check-said"
          onChange={({ target }) => setAddress(target.value)}
        />
        <button type="submit" className="main-button">
          {own.fetch}
        </button>
      </div>
      <p id="check-said" role="status" className={isWrong ? 'wrong' : 'help'}>
        {said}
      </p>
      <label htmlFor="check-file">{own.file}</label>
      <input
        id="check-file"
        type="file"
        accept=".json,application/json"
        onChange={({ target }) => {
          void takeFile(target);
        }}
      />
    </form>
  );
}
