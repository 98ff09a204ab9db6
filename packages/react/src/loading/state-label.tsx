import type { ReactNode } from 'react';

/** What a page needs to draw states: its icons, by state, and the words in its language. */
interface StateLabelParts<State extends string> {
  readonly drawIcon: (state: State) => ReactNode;
  /** Returns the words of the states. It is a hook. */
  readonly useWords: () => Readonly<Record<State, string>>;
}

/** Makes the component that draws a state as an icon and a word. */
export function createStateLabel<State extends string>({
  drawIcon,
  useWords,
}: StateLabelParts<State>): (props: { readonly state: State }) => ReactNode {
  return function StateLabel({ state }) {
    const words = useWords();
    return (
      <span className="state" data-state={state}>
        {drawIcon(state)}
        {words[state]}
      </span>
    );
  };
}
