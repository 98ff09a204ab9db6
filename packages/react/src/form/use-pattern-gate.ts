import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { LateValidator } from '../validation/create-late-validator.ts';

/** Options of {@link usePatternGate}. */
interface PatternGateOptions {
  readonly validator: LateValidator;
  /** What the form holds at the moment. */
  readonly readData: () => unknown;
}

/** What stands between the button and the form. */
interface PatternGate {
  /** Places that could not be judged when the form was last sent; `undefined` if all were. */
  readonly unchecked: readonly string[] | undefined;
  readonly onSubmitCapture: (event: SubmitEvent<HTMLElement>) => void;
}

/**
 * Holds a form back until the validator is there and the worker has judged what the form holds, if
 * it has to, and lets it through then: the form library judges at once or not at all.
 */
export function usePatternGate({ validator, readData }: PatternGateOptions): PatternGate {
  const [unchecked, setUnchecked] = useState<readonly string[]>();
  const state = useRef<'closed' | 'waiting' | 'open'>('closed');
  useEffect(() => {
    void validator.load().then(() => validator.prepare());
  }, [validator]);

  async function judge(): Promise<readonly string[] | undefined> {
    await validator.load();
    const asked = toText(readData());
    const places = await validator.judge(asked === undefined ? undefined : JSON.parse(asked));
    // Somebody who goes on typing while the form waits sends what they typed.
    return toText(readData()) === asked ? places : judge();
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    setUnchecked(await judge());
    state.current = 'open';
    form.requestSubmit();
    state.current = 'closed';
  }

  return {
    unchecked,
    onSubmitCapture(event) {
      const { target } = event;
      if (state.current === 'open') return;
      if (validator.isReady() && !validator.needsWorker(readData())) return;
      event.preventDefault();
      event.stopPropagation();
      if (state.current === 'waiting' || !(target instanceof HTMLFormElement)) return;
      state.current = 'waiting';
      void submit(target);
    },
  };
}

function toText(data: unknown): string | undefined {
  return JSON.stringify(data);
}
