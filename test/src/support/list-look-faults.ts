import type { Page } from 'playwright-core';

/**
 * Lists what people cannot use who choose their own colours, zoom to 200 %, or ask for less motion;
 * none of it is something that axe can see. The page gets its looks back, except that the focus
 * has left its place.
 */
export async function listLookFaults(page: Page): Promise<readonly string[]> {
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  const faults: string[] = [];
  const look = async (name: string, script: string): Promise<void> => {
    const found = await page.evaluate<readonly string[]>(`(${TOOLS})(${script})`);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  };
  // All looks at once, because each change of them takes longer than the judgement.
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
  await look('reduced motion', MOTION);
  // After a key, a script that sets the focus makes the browser show it as it does for the keyboard.
  await page.keyboard.press('Shift+Tab');
  await look('forced colours', COLOURS);
  await page.setViewportSize({ width: 640, height: 450 });
  await look('200 % zoom', ZOOM);
  await page.setViewportSize(size);
  await page.emulateMedia({ forcedColors: 'none' });
  return [...new Set(faults)];
}

/** A function that calls another one with all visible elements, also those in shadow roots. */
const TOOLS = `(judge) => {
  const list = (root) => [...root.querySelectorAll('*')].flatMap((element) => [
    element,
    ...(element.shadowRoot === null ? [] : list(element.shadowRoot)),
  ]);
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const name = (element) =>
    element.outerHTML.slice(0, element.outerHTML.indexOf('>') + 1).slice(0, 140) +
    (element.textContent ?? '').trim().slice(0, 30);
  return judge(list(document).filter(isShown), name);
}`;

/** Nothing may move or fade for longer than a blink. */
const MOTION = `(shown, name) => [
  ...document.getAnimations().map(({ effect }) => [effect.target, effect.getComputedTiming().duration]),
  ...shown.flatMap((element) => [null, '::before', '::after'].flatMap((pseudo) => {
    const style = getComputedStyle(element, pseudo);
    const longest = (text) => Math.max(...text.split(',').map(parseFloat)) * 1000;
    return [
      [element, style.animationName === 'none' ? 0 : longest(style.animationDuration)],
      [element, longest(style.transitionDuration)],
    ];
  })),
].filter(([, duration]) => duration > 10).map(([element]) => 'it moves: ' + name(element))`;

/**
 * Nothing may be cut off at a side, unless it scrolls by itself, and of a form with three simple
 * fields three must be visible at once between the bars that stay in view.
 */
const ZOOM = `(shown, name) => {
  const scrolls = (element) => /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX);
  const holder = (element) => {
    const parent = element.parentElement ?? element.getRootNode().host;
    return parent == null || scrolls(parent) ? parent : holder(parent);
  };
  const isHidden = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 1 || height <= 1;
  };
  const cut = shown
    .filter((element) => element.matches('a, button, input, select, textarea, label, h1, h2, h3, summary'))
    .filter((element) => !isHidden(element) && !element.matches('.skip') && holder(element) == null)
    .filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left < -1 || right > innerWidth + 1;
    })
    .map((element) => 'cut off: ' + name(element));
  const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
  const fields = shown.filter((element) =>
    element.matches('.fw-field:not(:has(.fw-field, textarea))') && element.closest('table') === null);
  return [...cut, ...(wide ? ['it scrolls sideways'] : []), ...(fields.length < 3 ? [] : few(fields))];

  function few(all) {
    // From some field on, three are visible; long helps and errors may stand between others.
    const most = Math.max(...all.slice(0, 8).map((first) => count(all, first)));
    scrollTo(0, 0);
    return most < 3 && document.documentElement.scrollHeight > innerHeight + 200
      ? ['too few fields are visible: ' + most]
      : [];
  }

  function count(all, first) {
    const top = Math.max(0, ...bars().map(({ top, bottom }) => (top <= 0 ? bottom : 0)));
    scrollTo(0, scrollY + first.getBoundingClientRect().top - top - 4);
    const at = bars().filter(({ top: edge }) => edge > innerHeight / 2).map(({ top: edge }) => edge);
    const end = Math.min(innerHeight, ...at);
    return all.filter((field) => {
      const { top: from, bottom } = field.getBoundingClientRect();
      return from >= top && bottom <= end;
    }).length;
  }

  function bars() {
    return shown
      .filter((element) => /sticky|fixed/.test(getComputedStyle(element).position))
      .map((element) => element.getBoundingClientRect())
      .filter(({ width, height }) => width > innerWidth / 2 && height < innerHeight / 2 && height > 0);
  }
}`;

/**
 * The focus must be seen by an outline, and what is chosen by more than a background of the page's
 * own; bars must have a border.
 */
const COLOURS = `(shown, name) => {
  const FOCUSABLE = 'a[href], button:not(:disabled), input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';
  const trace = (element) => {
    const style = getComputedStyle(element);
    const line = style.outlineStyle === 'none' ? '' : style.outlineStyle + style.outlineWidth;
    return line + style.borderWidth + style.borderStyle;
  };
  const around = (element) => {
    const parent = element.parentElement ?? element.getRootNode().host ?? null;
    return [element, parent, parent?.parentElement].filter((one) => one != null).map(trace).join();
  };
  const focused = (root) => root.activeElement?.shadowRoot?.activeElement ?? root.activeElement;
  // The key may have led to one of them.
  focused(document)?.blur();
  const unseen = shown.filter((element) => element.matches(FOCUSABLE)).filter((element) => {
    const before = around(element);
    element.focus({ preventScroll: true });
    // What a dialog in front covers cannot get the focus.
    if (focused(document) !== element) return false;
    const after = around(element);
    element.blur();
    return before === after;
  });
  const CHOSEN = '[aria-current]:not([aria-current=false]), [aria-selected=true], [aria-pressed=true]';
  const look = (element) => {
    const style = getComputedStyle(element);
    return [trace(element), style.fontWeight, style.textDecorationLine, style.backgroundColor].join();
  };
  const alike = shown.filter((element) => element.matches(CHOSEN)).filter((element) => {
    const others = [...(element.closest('[role=grid], [role=listbox], [role=tablist], ul, div')?.querySelectorAll(element.tagName) ?? [])];
    const other = others.find((one) => !one.matches(CHOSEN) && one.className === element.className);
    return other !== undefined && look(other) === look(element);
  });
  const bare = shown.filter((element) => element.matches('progress, meter, .timeline .bar'))
    .filter((element) => {
      const { borderTopWidth, outlineStyle } = getComputedStyle(element);
      return borderTopWidth === '0px' && outlineStyle === 'none';
    });
  return [
    ...unseen.map((element) => 'no focus is seen: ' + name(element)),
    ...alike.map((element) => 'looks as if not chosen: ' + name(element)),
    ...bare.map((element) => 'cannot be seen: ' + name(element)),
  ];
}`;
