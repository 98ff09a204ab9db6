import {
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Icon, type IconName } from '../parts/icon.tsx';
import { MissingParts, PageBoundary } from '../parts/page-boundary.tsx';
import { type Route, toHash, go } from '../permalink/route.ts';
import { useTexts } from '../texts/use-texts.ts';
import { listScreens } from '../workspace/list-screens.ts';
import { useSettings } from '../workspace/use-settings.ts';
import { WorkspaceContext } from '../workspace/workspace.ts';

/**
 * Matches windows so narrow that each area of the page fills the screen; the style sheet uses the
 * same limit.
 */
const NARROW = window.matchMedia('(width < 800px)');

type Area = 'skills' | 'thread' | 'details';

/**
 * Draws the three areas of the page (skills, work, details): side by side in a wide window, else
 * one at a time with a bar to switch.
 */
export function AreaFrame({
  route,
  top,
  side,
  main,
  details,
}: {
  readonly route: Route;
  readonly top: ReactNode;
  readonly side: ReactNode;
  readonly main: ReactNode;
  readonly details?: ReactNode;
}): ReactNode {
  const texts = useTexts();
  const { settings, change } = useSettings();
  const [area, setArea] = useState<Area>('thread');
  const content = useRef<HTMLElement>(null);
  // Another form of the same skill does not count as another screen.
  const { schema: _schema, linked: _linked, ...screenRoute } = route;
  const where = toHash(screenRoute) ?? '';
  const [shown, setShown] = useState(where);
  if (shown !== where) {
    setShown(where);
    setArea('thread');
  }
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    // After a change of the route, screen readers continue at the heading: as soon as there is one.
    const page = content.current;
    (page?.querySelector('h1') ?? page)?.focus();
    window.scrollTo(0, 0);
  }, [where, area]);
  const hasDetails = details !== undefined;
  const isNarrow = useNarrow();
  const waiting = useContext(WorkspaceContext)?.waiting;
  /** Returns the ARIA role of an area: `main` if it fills a narrow window, else the given role. */
  const toRole = (name: Area, role: string): { readonly role: string } => ({
    role: isNarrow && area === name ? 'main' : role,
  });
  return (
    <div
      className="places"
      data-place={area}
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
      <div className="rail">
        {top}
        <div className="side" {...toRole('skills', 'navigation')} aria-label={texts.places.skills}>
          {isNarrow && <h1 className="said-only">{texts.places.skills}</h1>}
          <PageBoundary text={texts.pageFailed}>{side}</PageBoundary>
        </div>
      </div>
      <main className="work" id="main" ref={content} tabIndex={-1}>
        <PageBoundary key={where} text={texts.pageFailed}>
          {main}
        </PageBoundary>
        <MissingParts isSaid={route.run !== undefined && waiting?.has(route.run) === true} />
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
          {(settings.isDetailsOpen || area === 'details') && (
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
      <BottomBar route={route} area={area} hasDetails={hasDetails} onArea={setArea} />
    </div>
  );
}

/** Draws the bar at the lower edge of a narrow window, which leads to the areas and places. */
function BottomBar({
  route,
  area,
  hasDetails,
  onArea,
}: {
  readonly route: Route;
  readonly area: Area;
  readonly hasDetails: boolean;
  readonly onArea: (area: Area) => void;
}): ReactNode {
  const texts = useTexts();
  const workspace = useContext(WorkspaceContext);
  const places = workspace === undefined ? [] : listScreens(workspace);
  const isPlace = places.some(({ view }) => view === route.view);
  // The route of the work that was left for a place, so that the bar leads back to it.
  const [workRoute, setWorkRoute] = useState(route);
  if (!isPlace && workRoute !== route) setWorkRoute(route);
  return (
    <nav className="bar" aria-label={texts.places.thread}>
      {draw('skills', 'list')}
      <BarButton
        icon="agent"
        text={texts.places.thread}
        isCurrent={area === 'thread' && !isPlace}
        onClick={() => {
          if (isPlace) go(workRoute);
          onArea('thread');
        }}
      />
      {places.map(({ view, icon, count }) => (
        <BarButton
          key={view}
          icon={icon}
          text={texts.places[view]}
          count={count}
          isCurrent={area === 'thread' && route.view === view}
          onClick={() => {
            go({ ...workspace?.routeAgent, view });
            onArea('thread');
          }}
        />
      ))}
      {hasDetails && draw('details', 'details')}
    </nav>
  );

  function draw(name: 'skills' | 'details', icon: IconName): ReactNode {
    return (
      <BarButton
        icon={icon}
        text={texts.places[name]}
        isCurrent={name === area}
        onClick={() => onArea(name)}
      />
    );
  }
}

function BarButton({
  icon,
  text,
  count = 0,
  isCurrent,
  onClick,
}: {
  readonly icon: IconName;
  readonly text: string;
  /** The number of things that wait there; 0 or absent for none. */
  readonly count?: number | undefined;
  readonly isCurrent: boolean;
  readonly onClick: () => void;
}): ReactNode {
  return (
    <button type="button" aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
      <Icon name={icon} />
      {text}
      {count > 0 && <span className="count">{count}</span>}
    </button>
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
