import type { PeopleClient } from '@formwork/people/client';
import { type ReactNode, useEffect, useState } from 'react';
import { useInboxTexts } from './inbox-texts.ts';

/** The state of notifications in this browser; `none` if it or the agent knows no Web Push. */
type PushState = 'none' | 'off' | 'on' | 'refused';

/** The service worker that shows notifications, beside the page. */
const WORKER = 'push-worker.js';

/** Draws the button by which a person lets this browser tell them of questions by Web Push. */
export function PushSwitch({
  people,
  agent,
  routeAgent,
}: {
  readonly people: PeopleClient;
  /** The address of the agent. */
  readonly agent: string;
  /** The part of routes that names the agent; `{}` if the page is for one agent only. */
  readonly routeAgent: { readonly agent?: string };
}): ReactNode {
  const inboxTexts = useInboxTexts();
  const [state, setState] = useState<PushState>('none');
  const [key, setKey] = useState('');

  useEffect(() => {
    const effect = new AbortController();
    async function look(): Promise<void> {
      if (!('serviceWorker' in navigator) || !('PushManager' in window)) return;
      const publicKey = await people.getPushKey();
      const subscription = await findSubscription(agent);
      // The agent forgets browsers that do not come back, so each visit subscribes again.
      if (subscription !== null) await people.subscribe(subscription.toJSON());
      if (effect.signal.aborted) return;
      setKey(publicKey);
      setState(subscription === null ? 'off' : 'on');
    }
    // Without Web Push, the agent refuses the key, and nothing is offered.
    look().catch(() => undefined);
    return () => {
      effect.abort();
    };
  }, [people, agent]);

  async function turnOn(): Promise<void> {
    try {
      // Links of a page for many agents name the agent.
      const query = routeAgent.agent === undefined ? '' : `?agent=${encodeURIComponent(agent)}`;
      const { pushManager } = await register(`${WORKER}${query}`, toScope(agent));
      const subscription = await pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      });
      await people.subscribe(subscription.toJSON());
      setState('on');
    } catch {
      setState('refused');
    }
  }

  async function turnOff(): Promise<void> {
    const subscription = await findSubscription(agent);
    if (subscription !== null) {
      await people.unsubscribe(subscription.endpoint).catch(() => undefined);
      await subscription.unsubscribe();
    }
    setState('off');
  }

  if (state === 'none') return null;
  return (
    <p className="inbox-tools" role="status">
      {state === 'on' && <span className="help">{inboxTexts.notifyOn}</span>}
      {state === 'refused' && <span className="help">{inboxTexts.notifyFailed}</span>}
      <button
        type="button"
        className="quiet"
        onClick={() => void (state === 'on' ? turnOff() : turnOn())}
      >
        {state === 'on' ? inboxTexts.notifyOff : inboxTexts.notifyMe}
      </button>
    </p>
  );
}

/**
 * Returns the scope of the worker of an agent. Each agent has its own, because a scope has one
 * subscription, for the key of one agent, and no agent may get that of another.
 */
function toScope(agent: string): string {
  return `push/${encodeURIComponent(agent).replaceAll('_', '%5F').replaceAll('%', '_')}/`;
}

/** Registers a worker, and resolves once it is active. */
async function register(worker: string, scope: string): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register(worker, { scope });
  const { active, installing, waiting } = registration;
  const next = installing ?? waiting;
  if (active !== null || next === null) return registration;
  await new Promise<void>((resolve) => {
    next.addEventListener('statechange', () => {
      if (next.state === 'activated' || next.state === 'redundant') resolve();
    });
  });
  return registration;
}

async function findSubscription(agent: string): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(toScope(agent));
  return (await registration?.pushManager.getSubscription()) ?? null;
}
