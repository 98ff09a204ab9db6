import type { ReactNode } from 'react';

/**
 * Makes the component that draws a state as an icon and a word. `useWords` is the hook that returns
 * the words of the states in the language of the page.
 */
export function createStateLabel<State extends string>({
  drawIcon,
  useWords,
}: {
  readonly drawIcon: (state: State) => ReactNode;
  readonly useWords: () => Readonly<Record<State, string>>;
}): (props: { readonly state: State }) => ReactNode {
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
