import { type ComponentType, type ReactNode, Suspense } from 'react';
import { lazyPart } from '../loading/code-loader.ts';

/**
 * Makes a component whose code is loaded when it is drawn first, for controls that few forms have. A
 * bar of the same height stands in its place until then.
 */
export function lazyWidget<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Loaded: ComponentType<Props> = lazyPart(load);
  return function Late(props) {
    return (
      <Suspense fallback={<div className="fw-input fw-late" aria-busy="true" />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
