import { expect, it } from 'vitest';
import { measuredReads } from './reads.js';

const ids = Array.from({ length: 200 }, (_each, n) => n.toString(16).padStart(24, '0'));
const people = ids.map((id) => ({ id, name: '', token: '' }));

it('the bench has a row in B11 for every GET of the contract', () => {
  const world = { societies: ids, events: ids, posts: ids, people, admins: [''], member: '', membersEach: 1 };
  expect(measuredReads(world).length).toBeGreaterThan(70);
});
