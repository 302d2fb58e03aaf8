import { expect, it, vi } from 'vitest';
import { createEntities } from './entities';
import { beginRequest } from './requests';

it('the parts of an answer go to their entities, and do not undo a message that came after the request', () => {
  const people = createEntities<{ ID: string; Name: string }>({});
  const places = createEntities<{ ID: string; Title: string }>({});
  const onFetched = vi.fn();
  people.merge([{ ID: 'p', Name: 'before' }]);
  const merge = beginRequest();
  people.patch('p', { Name: 'live' });
  const toEntities = (names: string[]) => names.map((Title) => ({ ID: Title, Title }));
  expect([merge({ entities: people }, [{ ID: 'p', Name: 'stale' }]), merge({ entities: places, toEntities, onFetched }, ['lab'])]).toEqual([
    ['p'],
    ['lab'],
  ]);
  expect([people.get('p'), places.get('lab')]).toEqual([
    { ID: 'p', Name: 'live' },
    { ID: 'lab', Title: 'lab' },
  ]);
  expect(onFetched).toHaveBeenCalledWith(['lab'], null);
});
