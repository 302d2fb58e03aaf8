import type { Action } from '#gateway/plugins/calls';
import type { getLedger, getRegister } from '#models/contract/privacy';
import { dataRegister } from '#models/db/data-register';
import { readLedger } from '#models/db/retention-ledger';

export const getRegisterAction: Action<typeof getRegister> = async () => ({
  data: {
    Lines: dataRegister().map(({ collection, isExported, omitted, isErased, days }) => ({
      Collection: collection,
      Is_Exported: isExported,
      Omitted: omitted,
      Is_Erased: isErased,
      Days: days,
    })),
  },
});

/** Collections of the ledger besides those of the register. */
const files = 'mailFiles';

export const getLedgerAction: Action<typeof getLedger> = async () => {
  const listed = new Set([files, ...dataRegister().map(({ collection }) => collection)]);
  const lines = (await readLedger()).filter(({ collection }) => listed.has(collection));
  return {
    data: { Lines: lines.map(({ collection, at, deleted }) => ({ Collection: collection, Last_Run: at.toISOString(), Deleted: deleted })) },
  };
};
