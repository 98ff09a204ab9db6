import { Component, type ReactNode } from 'react';

interface PageBoundaryProps {
  readonly text: string;
  readonly children: ReactNode;
}

/** Shows an error in place of a part of the page that fails to draw; other parts stay usable. */
export class PageBoundary extends Component<PageBoundaryProps, { readonly hasFailed: boolean }> {
  override state: { readonly hasFailed: boolean } = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { text, children } = this.props;
    return this.state.hasFailed ? (
      <p role="alert" className="note" data-kind="danger">
        {text}
      </p>
    ) : (
      children
    );
  }
}
