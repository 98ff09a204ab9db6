import { TEST_LIMIT } from '../src/support/limits.ts';
import type { Behaviour, Served } from './served.ts';
import type { Host } from './start/host.ts';

/** What came of a behaviour on a host. */
export type Verdict =
  | { readonly kind: 'works' }
  | { readonly kind: 'limit'; readonly text: string }
  | { readonly kind: 'fails'; readonly error: unknown };

/** Tries behaviours on a host, one after another, and tells each verdict as it comes. */
export async function tryHost(
  host: Host,
  behaviours: readonly Behaviour[],
  tell: (behaviour: Behaviour, verdict: Verdict) => void = () => undefined,
): Promise<ReadonlyMap<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  const { served, stop } = await host.start();
  try {
    for (const behaviour of behaviours) {
      const verdict = await tryOne(host, behaviour, served);
      verdicts.set(behaviour.name, verdict);
      tell(behaviour, verdict);
    }
  } finally {
    await stop();
  }
  return verdicts;
}

async function tryOne(host: Host, behaviour: Behaviour, served: Served): Promise<Verdict> {
  const text = host.limits?.[behaviour.name];
  if (text !== undefined) return { kind: 'limit', text };
  // Real time: what stands still has no other end.
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No end within ${TEST_LIMIT} ms.`)), TEST_LIMIT);
  });
  try {
    await Promise.race([behaviour.run(served), late]);
    return { kind: 'works' };
  } catch (error) {
    return { kind: 'fails', error };
  } finally {
    clearTimeout(timer);
  }
}
