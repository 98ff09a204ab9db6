import { useEffect, useState, type ReactNode } from 'react';
import { CopyButton } from '../parts/copy-button.tsx';
import { useCheckTexts } from './check-texts.ts';
import { toDocumentHash } from './document-link.ts';

/** A link that holds the document; made before it is asked for, as packing it takes a moment. */
export function ShareLink({ text }: { readonly text: string }): ReactNode {
  const own = useCheckTexts();
  const [hash, setHash] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    setHash(undefined);
    async function make(): Promise<void> {
      const made = await toDocumentHash(text).catch(() => undefined);
      if (isCurrent) setHash(made);
    }
    void make();
    return () => {
      isCurrent = false;
    };
  }, [text]);
  if (text.trim() === '') return null;
  return (
    <div className="check-share">
      <CopyButton
        // What was said of another document does not hold for this one.
        key={text}
        icon="link"
        label={own.share}
        done={own.shared}
        none={own.shareTooLong}
        toText={() => {
          if (hash === undefined) return undefined;
          const { origin, pathname, search } = window.location;
          return `${origin}${pathname}${search}${hash}`;
        }}
      />
      <p className="help">{own.shareHelp}</p>
    </div>
  );
}
