import { expect, it } from 'vitest';
import '#models/db/all';
import { models } from '#models/db/model';
import { personData } from '#models/db/person-data';

it('every collection says what it keeps of a person, and what a deleted account leaves there', () => {
  expect(Object.keys(personData).toSorted()).toEqual([...models.keys()].toSorted());
});
