import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { Host } from '../host/host.ts';
import type { CardAppearance } from '../texts/choose-language.ts';

/** The height of the dialog that shows where a link leads, in pixels. */
const ROOM = 240;

/** Shows where a link leads before the host is asked to open it; the page itself opens no links. */
export function LinkDialog({
  host,
  look,
}: {
  readonly host: Host;
  readonly look: CardAppearance;
}): ReactNode {
  const { messages, texts, colorScheme } = look;
  const [followed, setFollowed] = useState<{
    readonly url: URL;
    /**
     * The position of the link from the top of the page, in pixels. The dialog appears there, because
     * the page may be longer than the part that can be seen.
     */
    readonly top: number;
  }>();
  const [notice, setNotice] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const follow = (event: MouseEvent): void => {
      const { target } = event;
      const anchor = target instanceof Element ? target.closest('a[href]') : null;
      if (!(anchor instanceof HTMLAnchorElement) || anchor.hasAttribute('download')) return;
      const isWithin = anchor.getAttribute('href')?.startsWith('#') === true;
      if (isWithin) return;
      event.preventDefault();
      if (!['https:', 'http:', 'mailto:'].includes(anchor.protocol)) return;
      setNotice('');
      const { top } = anchor.getBoundingClientRect();
      const lowest = Math.max(0, window.innerHeight - ROOM);
      setFollowed({ url: new URL(anchor.href), top: Math.min(Math.max(0, top), lowest) });
    };
    document.addEventListener('click', follow, true);
    document.addEventListener('auxclick', follow, true);
    return () => {
      document.removeEventListener('click', follow, true);
      document.removeEventListener('auxclick', follow, true);
    };
  }, []);
  useEffect(() => {
    if (followed !== undefined && dialog.current?.open === false) dialog.current.showModal();
  }, [followed]);
  if (followed === undefined) return null;
  const { url, top } = followed;
  const close = (): void => setFollowed(undefined);
  const open = async (): Promise<void> => {
    if (!host.state().abilities.links) {
      setNotice(texts.noLinks);
      return;
    }
    try {
      await host.openLink(url.href);
      close();
    } catch {
      setNotice(texts.refused);
    }
  };
  return (
    <dialog
      ref={dialog}
      className="view-dialog"
      aria-labelledby={id}
      style={{ insetBlockStart: `${Math.round(top)}px` }}
      onClose={close}
    >
      <div className="fw-task view-ask" lang={messages.language} data-fw-scheme={colorScheme}>
        <h2 id={id} className="view-question">
          <bdi>{texts.openLink(url.protocol === 'mailto:' ? url.pathname : url.host)}</bdi>
        </h2>
        <p className="view-address">
          <bdi dir="ltr">{url.href}</bdi>
        </p>
        <p role="status" className="view-note">
          {notice}
        </p>
        <button type="button" className="fw-button fw-primary" onClick={() => void open()}>
          {texts.open}
        </button>
        <button type="button" className="fw-button" onClick={close}>
          {texts.cancel}
        </button>
      </div>
    </dialog>
  );
}
