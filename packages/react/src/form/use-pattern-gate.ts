import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import type { FormValidator } from '../validation/create-form-validator.ts';

/** Options of {@link usePatternGate}. */
interface PatternGateOptions {
  readonly validator: FormValidator;
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
 * Holds a form back until the worker has judged what it holds, and lets it through then: the form
 * library judges at once or not at all. Forms without patterns are not held back.
 */
export function usePatternGate({ validator, readData }: PatternGateOptions): PatternGate {
  const [unchecked, setUnchecked] = useState<readonly string[]>();
  const state = useRef<'closed' | 'waiting' | 'open'>('closed');
  useEffect(() => validator.prepare(), [validator]);

  async function judge(): Promise<readonly string[] | undefined> {
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
      if (!validator.hasPatterns || state.current === 'open') return;
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
