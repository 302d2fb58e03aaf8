import type { DataOf } from '#models/contract/define';
import { getLedger, getRegister } from '#models/contract/privacy';
import { i18n } from '@/lib/i18n';
import { createEntities } from '@/sync/entities';
import { defineThings } from '@/sync/things';

type One<T> = T & { ID: string };

/** List of everything that is stored about people. */
export const dataRegister = defineThings({
  key: (id) => ['data-register', id],
  call: getRegister,
  input: () => ({}),
  entities: createEntities<One<DataOf<typeof getRegister>>>({ name: 'data-register' }),
  toEntity: (data, ID) => ({ ...data, ID }),
});

/** Last runs of the retention jobs. */
export const deletionLedger = defineThings({
  key: (id) => ['deletion-ledger', id],
  call: getLedger,
  input: () => ({}),
  entities: createEntities<One<DataOf<typeof getLedger>>>({ name: 'deletion-ledger' }),
  toEntity: (data, ID) => ({ ...data, ID }),
});

/** Id of the one answer. */
export const theOne = 'here';

/** Words for a collection; its own name for one of a newer server. */
export function wordsFor(collection: string): { title: string; text: string } {
  const word = (name: string): string => `data-register:collections.${collection}.${name}`;
  if (!i18n.exists(word('title'))) return { title: collection, text: '' };
  return { title: i18n.t(word('title') as never), text: i18n.t(word('text') as never) };
}
