import type { Page } from 'playwright-core';

/** The flavours of what is pasted; those that are absent or empty are not on the clipboard. */
interface Pasted {
  readonly text?: string;
  readonly html?: string;
}

/** Pastes where the focus is, as the browser does. */
export async function pasteInto(page: Page, { text = '', html = '' }: Pasted): Promise<void> {
  await page.evaluate(
    (flavours) => {
      const clipboardData = new DataTransfer();
      for (const [type, flavour] of Object.entries(flavours)) {
        if (flavour !== '') clipboardData.setData(type, flavour);
      }
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    },
    { 'text/plain': text, 'text/html': html },
  );
}
