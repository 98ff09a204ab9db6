import { Icon, type IconName } from '../parts/icon.tsx';
import { type Route, toHash } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { PageBoundary } from './page-boundary.tsx';
import { useSettings } from '../workspace/use-settings.ts';
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';

/**
 * Matches windows so narrow that each area of the page fills the screen; the style sheet uses the
 * same limit.
 */
const NARROW = window.matchMedia('(width < 800px)');

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

/**
 * Draws the three areas of the page (skills, work, details): side by side in a wide window, else
 * one at a time with a bar to switch.
 */
export function PlacesFrame({ route, side, main, details }: PlacesFrameProps): ReactNode {
  const texts = useTexts();
  const { settings, change } = useSettings();
  const [place, setPlace] = useState<Place>('thread');
  const content = useRef<HTMLElement>(null);
  // Another form of the same skill does not count as another screen.
  const { schema: _schema, linked: _linked, ...rest } = route;
  const where = toHash(rest) ?? '';
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
    // After a change of the route, screen readers continue at the heading.
    content.current?.querySelector<HTMLElement>('h1')?.focus();
    window.scrollTo(0, 0);
  }, [where, place]);
  const hasDetails = details !== undefined;
  const isNarrow = useNarrow();
  /** Returns the ARIA role of an area: `main` if it fills a narrow window, else the given role. */
  const toRole = (name: Place, role: string): { readonly role: string } => ({
    role: isNarrow && place === name ? 'main' : role,
  });
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
      <div className="side" {...toRole('skills', 'navigation')} aria-label={texts.places.skills}>
        {isNarrow && <h1 className="said-only">{texts.places.skills}</h1>}
        <PageBoundary text={texts.pageFailed}>{side}</PageBoundary>
      </div>
      <main className="work" id="main" ref={content} tabIndex={-1}>
        <PageBoundary key={where} text={texts.pageFailed}>
          {main}
        </PageBoundary>
      </main>
      {hasDetails && (
        <div className="details" {...toRole('details', 'complementary')} aria-label={texts.details}>
          <div className="details-head">
            {isNarrow ? <h1>{texts.details}</h1> : <h2>{texts.details}</h2>}
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
        </div>
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

/** Returns true if the window is so narrow that it shows one area of the page at a time. */
function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => NARROW.matches);
}

function subscribe(listener: () => void): () => void {
  NARROW.addEventListener('change', listener);
  return () => NARROW.removeEventListener('change', listener);
}
