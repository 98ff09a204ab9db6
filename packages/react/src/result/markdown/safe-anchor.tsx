import type { ReactNode } from 'react';
import type { SafeLink } from '../../text/to-safe-link.ts';
import { useResult } from '../settings.ts';

/**
 * Draws a link that shows where it leads. Nothing is loaded for it, and its target does not learn
 * the address of this page.
 */
export function SafeAnchor({
  link,
  text,
  children = text,
}: {
  readonly link: SafeLink;
  /**
   * The text of the link. If it does not show the host of the target, the host is drawn beside it.
   */
  readonly text: string;
  /** The content of the link, if it is more than text. Default: the text. */
  readonly children?: ReactNode;
}): ReactNode {
  const { messages } = useResult();
  const isMail = link.href.startsWith('mailto:');
  const isTold = [link.host, `https://${link.host}`, `http://${link.host}`].some(
    (start) => text === start || text.startsWith(`${start}/`),
  );
  return (
    <a
      className="fw-link"
      href={link.href}
      rel="noopener noreferrer nofollow"
      {...(isMail ? {} : { target: '_blank' })}
    >
      <bdi>{children}</bdi>
      {!isTold && <span className="fw-host">({link.host})</span>}
      {!isMail && <span className="fw-hidden"> ({messages.result.newTab})</span>}
    </a>
  );
}
