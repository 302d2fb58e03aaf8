import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { clearUserState } from '@/lib/user-change';
import { createEntities } from './entities';
import { readClock } from './logical-clock';

interface Post {
  ID: string;
  Content: string;
  Likes: number;
  Is_Liked: boolean;
  rev: number;
  version: number;
}
const post = (fields: Partial<Post> = {}): Post => ({
  ID: 'p',
  Content: 'first',
  Likes: 1,
  Is_Liked: false,
  rev: 1,
  version: 1,
  ...fields,
});
const newStore = () => createEntities<Post>({ orderedBy: { rev: ['Likes', 'Is_Liked'] } });

describe('merging fetched entities', () => {
  it('stores them by id', () => {
    const posts = newStore();
    expect(posts.merge([post(), post({ ID: 'q' })])).toEqual(['p', 'q']);
    expect(posts.get('q')).toEqual(post({ ID: 'q' }));
  });
  it('replaces older ones', () => {
    const posts = newStore();
    posts.merge([post()]);
    posts.merge([post({ rev: 2, version: 2, Likes: 5, Content: 'second' })]);
    expect(posts.get('p')).toMatchObject({ Likes: 5, Content: 'second', rev: 2, version: 2 });
  });
  it('ignores counters of an older rev, but takes newer text', () => {
    const posts = newStore();
    posts.merge([post({ rev: 3, Likes: 9, Is_Liked: true })]);
    posts.merge([post({ rev: 2, Likes: 8, version: 2, Content: 'second' })]);
    expect(posts.get('p')).toMatchObject({ Likes: 9, Is_Liked: true, rev: 3, Content: 'second', version: 2 });
  });
  it('ignores text of an older version, but takes newer counters', () => {
    const posts = newStore();
    posts.merge([post({ version: 3, Content: 'third' })]);
    posts.merge([post({ version: 2, Content: 'second', rev: 2, Likes: 4 })]);
    expect(posts.get('p')).toMatchObject({ Content: 'third', version: 3, Likes: 4, rev: 2 });
  });
  it('keeps an optional field that an answer lacks', () => {
    interface Society {
      ID: string;
      New_Count: number | null;
      version: number;
    }
    const societies = createEntities<Society>({ optional: ['New_Count'] });
    const society = { ID: 's', New_Count: 3, version: 1 };
    societies.merge([society]);
    societies.merge([{ ...society, New_Count: null }]);
    expect(societies.get('s')?.New_Count).toBe(3);
    societies.merge([{ ...society, New_Count: 0 }]);
    expect(societies.get('s')?.New_Count).toBe(0);
  });
  it('uses another key field if configured', () => {
    const requests = createEntities<{ Request_ID: string; version: number }>({ key: 'Request_ID' });
    expect(requests.merge([{ Request_ID: 'r', version: 1 }])).toEqual(['r']);
  });
});

describe('fields ordered by two others', () => {
  interface Asked {
    ID: string;
    Request_ID: string | null;
    Request_Version: number;
    Status: string | null;
    version: number;
  }
  const none: Asked = { ID: 's', Request_ID: null, Request_Version: 0, Status: null, version: 1 };
  const asked = (Request_ID: string, Request_Version: number, Status: string): Asked => ({ ...none, Request_ID, Request_Version, Status });
  const loaded = (before: Asked) => {
    const store = createEntities<Asked>({ orderedBy: { 'Request_ID Request_Version': ['Status'] } });
    store.merge([before], readClock());
    return store;
  };

  it.each([
    ['a lower version of the same request', asked('b', 1, 'pending'), 'rejected'],
    ['an earlier request, whatever its version', asked('a', 9, 'withdrawn'), 'rejected'],
    ['a higher version', asked('b', 3, 'approved'), 'approved'],
    ['a later request, whatever its version', asked('c', 1, 'pending'), 'pending'],
  ])('%s', (_what, next, status) => {
    const store = loaded(asked('b', 2, 'rejected'));
    store.merge([next], readClock());
    expect(store.get('s')?.Status).toBe(status);
  });

  it('leave it to the clock where either side has none', () => {
    const store = loaded(none);
    const requestedAt = readClock();
    store.patchOwn('s', asked('a', 1, 'pending'));
    store.merge([none], requestedAt);
    expect(store.get('s')?.Status).toBe('pending');
    store.merge([none], readClock());
    expect(store.get('s')?.Status).toBe(null);
  });
});

describe('live messages', () => {
  it('take a field from before counters that came first, and no older one', () => {
    const posts = newStore();
    posts.merge([post({ rev: 1, Likes: 1, Is_Liked: true })]);
    posts.patch('p', { Likes: 4, rev: 4 });
    posts.patch('p', { Is_Liked: false, Likes: 3, rev: 3 });
    expect(posts.get('p')).toMatchObject({ Likes: 4, Is_Liked: false, rev: 4 });
    posts.patch('p', { Is_Liked: true, Likes: 2, rev: 2 });
    expect(posts.get('p')).toMatchObject({ Likes: 4, Is_Liked: false, rev: 4 });
    posts.merge([post({ rev: 5, Likes: 5, Is_Liked: true })]);
    posts.patch('p', { Is_Liked: false, rev: 4 });
    expect(posts.get('p')).toMatchObject({ Likes: 5, Is_Liked: true, rev: 5 });
  });
  it('patch counters by rev, and repeats change nothing', () => {
    const posts = newStore();
    posts.merge([post()]);
    posts.patch('p', { Likes: 2, rev: 2 });
    posts.patch('p', { Likes: 2, rev: 2 });
    posts.patch('p', { Likes: 1, rev: 1 });
    expect(posts.get('p')).toMatchObject({ Likes: 2, rev: 2 });
  });
  it('do not create unknown entities', () => {
    const posts = newStore();
    posts.patch('p', { Likes: 2, rev: 2 });
    expect(posts.get('p')).toBeUndefined();
  });
  it('remove an entity at a version: only a later one brings it back, and a repeat does not remove that', () => {
    const posts = newStore();
    posts.merge([post({ version: 2 })]);
    expect(posts.remove('p', 3)).toBe(true);
    expect(posts.merge([post({ version: 2 })], readClock())).toEqual([]);
    expect(posts.merge([post({ version: 3 })])).toEqual([]);
    expect([posts.isRemoved('p'), posts.get('p')]).toEqual([true, undefined]);
    expect(posts.merge([post({ version: 4 })])).toEqual(['p']);
    expect(posts.remove('p', 3)).toBe(false);
    expect([posts.isRemoved('p'), posts.get('p')?.version]).toEqual([false, 4]);
  });

  it('remove an entity for good until a message says at which version', () => {
    const posts = newStore();
    posts.merge([post()]);
    posts.remove('p');
    expect(posts.merge([post({ version: 9 })])).toEqual([]);
    posts.remove('p', 2);
    expect(posts.merge([post({ version: 3 })])).toEqual(['p']);
  });

  it('remove an entity for good: a late answer does not bring it back', () => {
    const posts = newStore();
    posts.merge([post()]);
    posts.remove('p');
    expect(posts.merge([post({ rev: 9 })])).toEqual([]);
    expect(posts.get('p')).toBeUndefined();
  });
  it('drop an entity that may no longer be seen, but let it come back', () => {
    const posts = newStore();
    posts.merge([post()]);
    posts.drop('p');
    expect(posts.get('p')).toBeUndefined();
    posts.merge([post()]);
    expect(posts.get('p')).toEqual(post());
  });
});

describe('an optimistic change', () => {
  const like = (p: Post): Post => ({ ...p, Is_Liked: true, Likes: p.Likes + 1 });

  it('is shown at once on top of updates by others, and rolled back after a failure', () => {
    const posts = newStore();
    posts.merge([post()]);
    const takeBack = posts.applyOptimistic('p', like);
    expect(posts.get('p')).toMatchObject({ Likes: 2, Is_Liked: true });
    posts.patch('p', { Likes: 4, rev: 2 });
    expect(posts.get('p')).toMatchObject({ Likes: 5, Is_Liked: true });
    takeBack();
    expect(posts.get('p')).toMatchObject({ Likes: 4, Is_Liked: false });
  });
  it('is replaced by the answer without an intermediate state', () => {
    const posts = newStore();
    posts.merge([post()]);
    const takeBack = posts.applyOptimistic('p', like);
    posts.patch('p', { Likes: 2, Is_Liked: true, rev: 2 });
    takeBack();
    expect(posts.get('p')).toMatchObject({ Likes: 2, Is_Liked: true, rev: 2 });
  });
});

describe('a list on the screen', () => {
  it('shows its entities in order, and rerenders with a change', () => {
    const posts = newStore();
    posts.merge([post(), post({ ID: 'q' })]);
    const { result } = renderHook(() => posts.useList(['q', 'gone', 'p']));
    expect(result.current.map(({ ID }) => ID)).toEqual(['q', 'p']);
    act(() => posts.patch('q', { Likes: 7, rev: 2 }));
    expect(result.current[0]?.Likes).toBe(7);
    act(() => void posts.remove('p'));
    expect(result.current.map(({ ID }) => ID)).toEqual(['q']);
  });
  it('is not rerendered for other parts than those it selects', () => {
    const posts = newStore();
    posts.merge([post()]);
    const drawn: unknown[] = [];
    renderHook(() => drawn.push(posts.useSelected('p', (found) => found?.Content)));
    act(() => posts.patch('p', { Likes: 7, rev: 2 }));
    act(() => posts.patch('p', { Content: 'second', version: 2 }));
    expect(drawn).toHaveLength(2);
  });
  it('keeps its identity while nothing of it changes, also where it leaves some out', () => {
    const posts = newStore();
    posts.merge([post(), post({ ID: 'q', Likes: 9 })]);
    const { result, rerender } = renderHook(() => posts.useList(['p', 'q'], ({ Likes }) => Likes < 5));
    const before = result.current;
    expect(before.map(({ ID }) => ID)).toEqual(['p']);
    act(() => posts.patch('q', { Likes: 8, rev: 2 }));
    rerender();
    expect(result.current).toBe(before);
    act(() => posts.patch('q', { Likes: 4, rev: 3 }));
    expect(result.current.map(({ ID }) => ID)).toEqual(['p', 'q']);
  });
  it('is empty for the next user', () => {
    const posts = newStore();
    posts.merge([post()]);
    clearUserState();
    expect(posts.all()).toEqual([]);
  });
});
