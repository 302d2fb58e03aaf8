import { errors } from '#models/contract/errors';
import { ApiError } from '@/lib/api';
import { i18n } from '@/lib/i18n';
import { faultsFrom, type SocietyFaults } from './society-values';

/** Whether another society has the name: said under the field, and not in a toast beside it. */
export const isNameTaken = (error: unknown): boolean => error instanceof ApiError && error.code === 'name_taken';

/** What the server found wrong with the fields; a name that another society has is said under the name. */
export function faultsOfAnswer(error: unknown): SocietyFaults {
  if (!(error instanceof ApiError)) return {};
  const [, taken] = errors.name_taken;
  return isNameTaken(error) ? { name: i18n.t('codes.name_taken', { ns: 'errors', defaultValue: taken }) } : faultsFrom(error.fields);
}
