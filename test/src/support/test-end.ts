import { AsyncLocalStorage } from 'node:async_hooks';
import { aroundEach, onTestFinished as onLastTestFinished, type TestContext } from 'vitest';

const contexts = new AsyncLocalStorage<TestContext>();

/**
 * Lets helpers know which test they help, for files whose tests run at once: to be called at the top of
 * such a file.
 */
export function followTests(): void {
  aroundEach((run, context) => contexts.run(context, run));
}

/**
 * Has something done when the test is over, as the function of Vitest of this name; that one takes the test
 * which began last, which is another one where tests run at once.
 */
export function onTestFinished(end: () => unknown): void {
  const { onTestFinished: onThisFinished = onLastTestFinished } = contexts.getStore() ?? {};
  onThisFinished(() => end() as Promise<void>);
}
