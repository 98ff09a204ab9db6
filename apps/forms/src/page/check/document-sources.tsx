import { FileButton } from '@formwork/react/internal';
import { toRecord } from '@formwork/schema/json';
import { type ReactNode, useState } from 'react';
import { API } from '../preload.ts';
import { useCheckTexts } from './check-texts.ts';

/**
 * Draws the fields that load a document from an address or from a file. One that arrives after the
 * person has begun another is left out.
 */
export function DocumentSources({
  onBytes,
  readVersion,
}: {
  readonly onBytes: (bytes: Uint8Array) => void;
  /** Returns a number that changes with the document. */
  readonly readVersion: () => number;
}): ReactNode {
  const checkTexts = useCheckTexts();
  const [address, setAddress] = useState('');
  const [status, setStatus] = useState('');
  const [isWrong, setWrong] = useState(false);

  function say(text: string, wrong: boolean): void {
    setStatus(text);
    setWrong(wrong);
  }

  async function load(): Promise<void> {
    const url = URL.parse(address.trim());
    if (url === null || !/^https?:$/u.test(url.protocol)) {
      say(checkTexts.addressWrong, true);
      return;
    }
    say(checkTexts.fetching, false);
    await take(() => loadDocument(url.href));
  }

  async function take(read: () => Promise<Uint8Array>): Promise<void> {
    const version = readVersion();
    try {
      const bytes = await read();
      if (readVersion() === version) onBytes(bytes);
      say('', false);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error), true);
    }
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
      <label htmlFor="check-address">{checkTexts.address}</label>
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
          {checkTexts.fetch}
        </button>
      </div>
      <p id="check-said" role="status" className={isWrong ? 'wrong' : 'help'}>
        {status}
      </p>
      <label id="check-file-label" htmlFor="check-file">
        {checkTexts.file}
      </label>
      <p>
        <FileButton
          id="check-file"
          label="check-file-label"
          text={checkTexts.chooseFile}
          accept=".json,application/json"
          onPick={([file]) =>
            file && void take(async () => new Uint8Array(await file.arrayBuffer()))
          }
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
  const error = toRecord(toRecord(answer)['error']);
  throw new Error(
    typeof error['message'] === 'string'
      ? error['message']
      : `The server of this page answered with ${response.status}.`,
  );
}
