import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/**
 * Makes a component whose code is loaded when it is drawn first, for controls that few forms have. A
 * bar of the same height stands in its place until then.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Loaded: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  return function Late(props) {
    return (
      <Suspense fallback={<div className="fw-input fw-late" aria-busy="true" />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
