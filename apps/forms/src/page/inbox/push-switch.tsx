import type { PeopleClient } from '@formwork/people/client';
import { type ReactNode, useEffect, useState } from 'react';
import { useInboxTexts } from './inbox-texts.ts';

/** The state of notifications in this browser; `none` if it or the agent knows no Web Push. */
type PushState = 'none' | 'off' | 'on' | 'refused';

/** The service worker that shows notifications, beside the page. */
const WORKER = 'push-worker.js';

/** Draws the button by which a person lets this browser tell them of questions by Web Push. */
export function PushSwitch({ people }: { readonly people: PeopleClient }): ReactNode {
  const own = useInboxTexts();
  const [state, setState] = useState<PushState>('none');
  const [key, setKey] = useState('');

  useEffect(() => {
    let isCurrent = true;
    async function look(): Promise<void> {
      if (!('serviceWorker' in navigator) || !('PushManager' in window)) return;
      const publicKey = await people.getPushKey();
      const subscription = await findSubscription();
      // The agent forgets browsers that do not come back, so each visit subscribes again.
      if (subscription !== null) await people.subscribe(subscription.toJSON());
      if (!isCurrent) return;
      setKey(publicKey);
      setState(subscription === null ? 'off' : 'on');
    }
    // Without Web Push, the agent refuses the key, and nothing is offered.
    look().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [people]);

  async function turnOn(): Promise<void> {
    try {
      await navigator.serviceWorker.register(WORKER);
      const { pushManager } = await navigator.serviceWorker.ready;
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
    const subscription = await findSubscription();
    if (subscription !== null) {
      await people.unsubscribe(subscription.endpoint).catch(() => undefined);
      await subscription.unsubscribe();
    }
    setState('off');
  }

  if (state === 'none') return null;
  return (
    <p className="inbox-tools" role="status">
      {state === 'on' && <span className="help">{own.notifyOn}</span>}
      {state === 'refused' && <span className="help">{own.notifyFailed}</span>}
      <button
        type="button"
        className="quiet"
        onClick={() => void (state === 'on' ? turnOff() : turnOn())}
      >
        {state === 'on' ? own.notifyOff : own.notifyMe}
      </button>
    </p>
  );
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}
