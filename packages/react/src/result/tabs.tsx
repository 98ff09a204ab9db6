import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

/** One of the views between which tabs switch. */
interface TabView {
  readonly name: string;
  /** Draws the view; called only while its tab is chosen. */
  readonly draw: () => ReactNode;
}

/**
 * Draws tabs that switch between views of the same content, by click or arrow keys (ARIA Authoring
 * Practices, Tabs).
 */
export function Tabs({
  label,
  views,
  isRightToLeft,
  children,
}: {
  /** The name of the row of tabs, for screen readers. */
  readonly label: string;
  readonly views: readonly [TabView, ...TabView[]];
  /**
   * True for a language that is written from right to left, in which the next tab is on the left.
   */
  readonly isRightToLeft: boolean;
  /** Elements to draw before the tabs. */
  readonly children: ReactNode;
}): ReactNode {
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: isRightToLeft ? 1 : -1,
      ArrowRight: isRightToLeft ? -1 : 1,
      Home: -chosen,
      End: views.length - 1 - chosen,
    };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + views.length) % views.length;
    setChosen(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }

  return (
    <>
      <div className="fw-result-head">
        {children}
        <div className="fw-tabs" role="tablist" aria-label={label} ref={list}>
          {views.map(({ name }, at) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-tab-${at}`}
              aria-selected={at === chosen}
              aria-controls={`${id}-panel`}
              tabIndex={at === chosen ? 0 : -1}
              onClick={() => setChosen(at)}
              onKeyDown={move}
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      <div
        className="fw-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${chosen}`}
        tabIndex={0}
      >
        {(views[chosen] ?? views[0]).draw()}
      </div>
    </>
  );
}
