import { describe, expect, it } from 'vitest';
import { changeOf } from './page-changes.js';

const [user, society, post] = ['a', 'b', 'c'].map((digit) => digit.repeat(24)) as [string, string, string];

describe('a page may be sent once more', () => {
  it.each([
    ['event:stats', ['events'], {}],
    ['event:created', ['events', `society:${society}`], {}],
    ['society:counts', ['societies'], {}],
    ['society:created', ['societies'], {}],
    ['post:created', ['feed', `society:${society}`], {}],
    ['post:likes', [`post:${post}`], {}],
    ['comment:created', [`post:${post}`], {}],
    ['membership:changed', [`user:${user}`, `society:${society}`], { Role: 'member' }],
  ])('after %s', (message, rooms, payload) => {
    const change = changeOf({ message, rooms, payload });
    expect(change.mayBeStale).toBe(true);
    expect(change.subjects.length).toBeGreaterThan(0);
  });
});

describe('a page is dropped', () => {
  it.each([
    ['society:removed', ['societies', `society:${society}:public`], {}],
    ['society:visibility', ['societies', `society:${society}:public`], { visibility: 'private' }],
    ['society:updated', ['societies'], { ID: society }],
    ['post:removed', [`society:${society}`, `post:${post}`], {}],
    ['post:updated', [`society:${society}`, `post:${post}`], {}],
    ['comment:removed', [`post:${post}`], {}],
    ['event:removed', ['events'], {}],
    ['event:updated', ['events'], {}],
    ['user:updated', [`profile:${user}`, `user:${user}`], {}],
    ['membership:changed', [`user:${user}`, `society:${society}`], { Role: null }],
    ['own:changed', [`user:${user}`], { kind: 'privacy', id: user }],
    ['own:changed', [`user:${user}`], { kind: 'block', id: post }],
    ['session:ended', [`user:${user}`], { reason: 'suspended', session_ids: 'all' }],
    ['a message of a later version', [`society:${society}`], {}],
  ])('after %s in %s with %o', (message, rooms, payload) => {
    const change = changeOf({ message, rooms, payload });
    expect(change.mayBeStale).toBe(false);
    expect(change.subjects.length).toBeGreaterThan(0);
  });
});

describe('no page changes', () => {
  it.each([
    ['notification:new', [`user:${user}`], { notification: { ID: post } }],
    ['own:changed', [`user:${user}`], { kind: 'like', id: post }],
    ['session:ended', [`user:${user}`], { reason: 'signed_out', session_ids: ['x'] }],
    ['event:checked-in', [`society:${society}:moderators`], { event_id: post }],
    ['report:created', [`society:${society}:moderators`, 'platform'], {}],
    ['join-request:created', [`society:${society}:admins`, `user:${user}`], { society_id: society }],
    ['typing', [`post:${post}`], { post_id: post }],
  ])('after %s in %s', (message, rooms, payload) => {
    expect(changeOf({ message, rooms, payload }).subjects).toEqual([]);
  });
});

it('names the ids of the rooms and of the payload, and the lists', () => {
  const { subjects } = changeOf({ message: 'post:removed', rooms: ['feed', `society:${society}`], payload: { post_id: post } });
  expect(subjects).toEqual(['feed', society, post]);
});
