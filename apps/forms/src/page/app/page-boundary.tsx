import { Component, type ReactNode } from 'react';

interface PageBoundaryProps {
  readonly text: string;
  readonly children: ReactNode;
}

/** Says so when a part of the page fails, and leaves the rest. */
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
