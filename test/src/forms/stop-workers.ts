import type { Page } from 'playwright-core';

declare global {
  interface Window {
    stopOldestWorker: () => Promise<void>;
  }
}

/**
 * Makes each worker that a page stops end at once. Chromium would let a slow pattern run for two
 * more seconds, for which other tests would wait. The page MUST have a browser profile of its own.
 */
export async function stopWorkersAtOnce(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // The sessions of running workers, oldest first; the page stops a worker before it starts the
  // next one.
  const running = new Set<string>();
  session.on('Target.attachedToTarget', ({ sessionId }) => running.add(sessionId));
  session.on('Target.detachedFromTarget', ({ sessionId }) => running.delete(sessionId));
  const settings = { autoAttach: true, waitForDebuggerOnStart: false, flatten: false };
  await session.send('Target.setAutoAttach', settings);
  await page.exposeFunction('stopOldestWorker', async () => {
    const [sessionId] = running;
    if (sessionId === undefined) return;
    running.delete(sessionId);
    const message = JSON.stringify({ id: 1, method: 'Runtime.terminateExecution' });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
  });
  await page.evaluate(() => {
    const { terminate } = Worker.prototype;
    Worker.prototype.terminate = function stop() {
      void window.stopOldestWorker().finally(() => terminate.call(this));
    };
  });
}
