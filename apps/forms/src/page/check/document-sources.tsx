import { API } from '../early.ts';
import { useCheckTexts } from './check-texts.ts';
import { FileButton } from '@formwork/react/internal';
import { isRecord } from '@formwork/schema/internal';
import { type ReactNode, useState } from 'react';

/** Draws the fields that load a document from an address or from a file. */
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

  async function takeFile(file: File | undefined): Promise<void> {
    if (file !== undefined) onBytes(new Uint8Array(await file.arrayBuffer()));
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
      <label id="check-file-label" htmlFor="check-file">
        {own.file}
      </label>
      <p>
        <FileButton
          id="check-file"
          label="check-file-label"
          text={own.chooseFile}
          accept=".json,application/json"
          onPick={([file]) => void takeFile(file)}
        />
      </p>
    </form>
  );
}

/**
 * Fetches the bytes of a document through the server of the page. @throws Error with the reason, if
 * it cannot be fetched.
 */
async function loadDocument(url: string): Promise<Uint8Array> {
  const response = await fetch(`${API}/document`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
    cache: 'no-store',
    redirect: 'error',
  });
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  const answer: unknown = await response.json().catch(() => undefined);
  const error = isRecord(answer) && isRecord(answer['error']) ? answer['error'] : {};
  throw new Error(
    typeof error['message'] === 'string'
      ? error['message']
      : `The server of this page answered with ${response.status}.`,
  );
}
