import { shareBrowser } from '../support/share-browser.ts';
import { toAmericanParts, type JourneyWindow } from './journey-window.ts';

/** Opens a window of the Chromium of this process. */
export async function openChromium(): Promise<JourneyWindow> {
  const browser = await shareBrowser();
  const context = await browser.newContext({
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    press: (key, { control = false } = {}) => page.keyboard.press(control ? `Control+${key}` : key),
    type: (text) => page.keyboard.type(text),
    // The cursor leaves a full part of the date by itself.
    typeDate: (date) => page.keyboard.type(toAmericanParts(date).join('')),
    read: (expression) => page.evaluate(expression),
    listErrors: async () => errors,
    close: () => browser.close(),
  };
}
