import { type Account, getAllUsers } from '#models/contract/users';
import { createEntities } from '@/sync/entities';
import { defineList } from '@/sync/lists';
import { personRef } from '@/sync/people';

export const accounts = createEntities<Account>({ refs: [personRef('ID', { Name: 'Name', Image: 'Image' })] });

/** Accounts, newest first; `q` filters by part of a name or by a full address. */
export const accountList = defineList({
  key: ['accounts'],
  call: getAllUsers,
  input: ({ q }: { q: string }) => ({ q }),
  entities: accounts,
  persist: false,
});
