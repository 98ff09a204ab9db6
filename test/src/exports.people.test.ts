import * as people from '@formwork/people';
import * as client from '@formwork/people/client';
import { expect, test } from 'vitest';

// Every exported name is a promise to the users of the package.

test('@formwork/people exports exactly this', () => {
  expect(Object.keys(people).toSorted()).toEqual(['createPeopleAdapter']);
});

test('@formwork/people/client exports exactly this', () => {
  expect(Object.keys(client).toSorted()).toEqual(['PeopleClientError', 'createPeopleClient']);
});
