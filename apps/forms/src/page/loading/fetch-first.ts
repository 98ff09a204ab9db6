/** The files that have arrived, or are on their way, by URL. */
const files = new Map<string, Promise<void>>();

/**
 * Fetches the files of a part of the page, and lets the browser run them once all have arrived. Vite
 * calls this at each dynamic import. Firefox remembers for the life of the page that the import of a
 * file failed, but forgets that fetching it did, so the part is loaded once the network is back.
 *
 * @throws TypeError or DOMException if a file cannot be fetched
 */
export async function fetchFirst<T>(
  load: () => Promise<T>,
  names: readonly string[] = [],
  importer: string = import.meta.url,
): Promise<T> {
  await Promise.all(names.map((name) => fetchOnce(new URL(name, importer).href)));
  return load();
}

async function fetchOnce(url: string): Promise<void> {
  const name = url.slice(url.lastIndexOf('/'));
  const cached = files.get(url);
  if (cached !== undefined) return cached;
  const named = document.querySelector<HTMLElement>(`[href$="${name}"], [src$="${name}"]`);
  const preload = named?.matches('[rel=preload]') === true ? named : undefined;
  // The page would not run without what else the HTML names.
  if (named !== null && preload === undefined) return;
  const fetched = name.endsWith('.css') ? addStyleSheet(url) : fetchCode(url, preload);
  files.set(url, fetched);
  fetched.catch(() => files.delete(url));
  return fetched;
}

/**
 * The longest time for a preload, and without a byte of a script that is fetched, in milliseconds;
 * then it is asked for again.
 */
const SILENCE = 15_000;

/** The scripts whose preloads have failed or are late; their preloads are not waited for again. */
const late = new Set<string>();

/**
 * Fetches a script into the cache of the browser, from which the import takes it, unless the HTML has
 * preloaded it.
 *
 * @throws DOMException `NotFoundError` for a script that the server does not have
 */
async function fetchCode(url: string, preload: HTMLElement | undefined): Promise<void> {
  if (preload !== undefined && !late.has(url) && (await hasArrived(url, preload))) return;
  // Alone: for two requests at once, the preload is late as well.
  // The link stays: a late preload goes on, and this request takes what it brings.
  late.add(url);
  const silence = new AbortController();
  const end = (): void => silence.abort();
  let timer = setTimeout(end, SILENCE);
  try {
    const response = await fetch(url, { cache: 'force-cache', signal: silence.signal });
    if (!response.ok) throw new DOMException('', response.status === 404 ? 'NotFoundError' : '');
    const reader = response.body?.getReader();
    while ((await reader?.read())?.done === false) {
      clearTimeout(timer);
      timer = setTimeout(end, SILENCE);
    }
  } finally {
    clearTimeout(timer);
  }
}

function hasArrived(url: string, preload: HTMLElement): Promise<boolean> {
  return new Promise((resolve) => {
    // Chromium makes the entry a little later than the event: between both, only the observer learns
    // of it.
    const observer = new PerformanceObserver(look);
    function look(): void {
      const entry = performance.getEntriesByName(url, 'resource')[0];
      if (!(entry instanceof PerformanceResourceTiming)) return;
      observer.disconnect();
      resolve(entry.responseStatus === 200);
    }
    observer.observe({ type: 'resource' });
    look();
    preload.addEventListener('load', () => resolve(true));
    preload.addEventListener('error', () => resolve(false));
    setTimeout(() => resolve(false), SILENCE);
  });
}

function addStyleSheet(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = url;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new TypeError(`Cannot fetch ${url}`));
    });
    document.head.append(link);
  });
}
