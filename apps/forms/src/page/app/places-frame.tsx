import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon, type IconName } from '../parts/icon.tsx';
import { toHash, type Route } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { PageBoundary } from './page-boundary.tsx';
import { useSettings } from './use-settings.ts';

type Place = 'skills' | 'thread' | 'details';

const ICONS: Readonly<Record<Place, IconName>> = {
  skills: 'list',
  thread: 'agent',
  details: 'details',
};

interface PlacesFrameProps {
  readonly route: Route;
  readonly side: ReactNode;
  readonly main: ReactNode;
  readonly details?: ReactNode;
}

/** Three places: beside each other where there is room, else one at a time with a bar below. */
export function PlacesFrame({ route, side, main, details }: PlacesFrameProps): ReactNode {
  const texts = useTexts();
  const { settings, change } = useSettings();
  const [place, setPlace] = useState<Place>('thread');
  const content = useRef<HTMLElement>(null);
  const where = toHash(route) ?? '';
  const [shown, setShown] = useState(where);
  if (shown !== where) {
    setShown(where);
    setPlace('thread');
  }
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    // Whoever went somewhere is there: a screen reader begins at the heading.
    content.current?.querySelector<HTMLElement>('h1')?.focus();
    window.scrollTo(0, 0);
  }, [where, place]);
  const hasDetails = details !== undefined;
  return (
    <div
      className="places"
      data-place={place}
      data-details={hasDetails && settings.isDetailsOpen ? 'open' : 'folded'}
    >
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          content.current?.focus();
        }}
      >
        {texts.skip}
      </a>
      <nav className="side" aria-label={texts.places.skills}>
        <PageBoundary text={texts.pageFailed}>{side}</PageBoundary>
      </nav>
      <main className="work" id="main" ref={content} tabIndex={-1}>
        <PageBoundary key={where} text={texts.pageFailed}>
          {main}
        </PageBoundary>
      </main>
      {hasDetails && (
        <aside className="details" aria-label={texts.details}>
          <div className="details-head">
            <h2>{texts.details}</h2>
            <button
              type="button"
              className="icon-button wide-only"
              aria-label={texts.close}
              onClick={() => {
                change({ isDetailsOpen: false });
                document.querySelector<HTMLElement>('.details-button')?.focus();
              }}
            >
              <Icon name="close" />
            </button>
          </div>
          {(settings.isDetailsOpen || place === 'details') && (
            <PageBoundary key={where} text={texts.pageFailed}>
              {details}
            </PageBoundary>
          )}
        </aside>
      )}
      {hasDetails && (
        <button
          type="button"
          className="details-button quiet wide-only"
          aria-expanded={settings.isDetailsOpen}
          onClick={() => change({ isDetailsOpen: !settings.isDetailsOpen })}
        >
          <Icon name="details" />
          {texts.details}
        </button>
      )}
      <nav className="bar" aria-label={texts.places.thread}>
        {(['skills', 'thread', 'details'] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-current={name === place ? 'page' : undefined}
            onClick={() => setPlace(name)}
          >
            <Icon name={ICONS[name]} />
            {texts.places[name]}
          </button>
        ))}
      </nav>
    </div>
  );
}
