import { Fragment, type ReactNode } from 'react';

/**
 * Draws the values of a summary, each isolated: a value that is written from right to left leaves
 * the others in their places.
 */
export function SummaryText({ text }: { readonly text: string }): ReactNode {
  return text.split(' · ').map((value, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- values have no ids and keep their places
    <Fragment key={at}>
      {at > 0 && ' · '}
      <bdi>{value}</bdi>
    </Fragment>
  ));
}
