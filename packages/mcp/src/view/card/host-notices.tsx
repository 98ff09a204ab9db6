import { useEffect, useState, type ReactNode } from 'react';
import { keepDownloads, toBase64, type SavedFile } from '../host/keep-downloads.ts';
import type { Host } from '../host/open-host.ts';
import type { Texts } from '../texts/texts.ts';

interface HostNoticesProps {
  readonly host: Host;
  readonly texts: Texts;
}

/** Files go to the host to be saved; what it cannot do is said. */
export function HostNotices({ host, texts }: HostNoticesProps): ReactNode {
  const [notice, setNotice] = useState('');
  useEffect(() => {
    async function save({ name, content }: SavedFile): Promise<void> {
      if (!host.state().abilities.downloads) {
        setNotice(texts.noDownloads);
        return;
      }
      try {
        const mimeType = content.type === '' ? 'application/octet-stream' : content.type;
        await host.download({ name, mimeType, base64: await toBase64(content) });
        setNotice('');
      } catch {
        setNotice(texts.refused);
      }
    }
    return keepDownloads(document, (file) => void save(file));
  }, [host, texts]);
  return (
    <p role="status" className="view-note">
      {notice}
    </p>
  );
}
