import { AsyncLocalStorage } from 'node:async_hooks';
import { aroundEach, onTestFinished as onLastTestFinished, type TestContext } from 'vitest';

const contexts = new AsyncLocalStorage<TestContext>();

/**
 * Makes {@link onTestFinished} know the current test in files whose tests run concurrently. Such a
 * file calls this function at its top.
 */
export function followTests(): void {
  aroundEach((run, context) => contexts.run(context, run));
}

/**
 * Calls a function when the current test is over. Vitest's function of this name takes the test
 * that began last, which is the wrong one where tests run concurrently.
 */
export function onTestFinished(end: () => unknown): void {
  const { onTestFinished: onThisFinished = onLastTestFinished } = contexts.getStore() ?? {};
  onThisFinished(() => end() as Promise<void>);
}
