import { errors } from '#models/contract/errors';
import { ApiError } from '@/lib/api';
import { i18n } from '@/lib/i18n';
import { faultsFrom, type SocietyFaults } from './society-values';

/** True if another society has the name; shown under the field, not in a toast. */
export const isNameTaken = (error: unknown): boolean => error instanceof ApiError && error.code === 'name_taken';

/** Converts the server's error to field errors; a taken name is an error of the name. */
export function faultsOfError(error: unknown): SocietyFaults {
  if (!(error instanceof ApiError)) return {};
  const [, taken] = errors.name_taken;
  return isNameTaken(error) ? { name: i18n.t('codes.name_taken', { ns: 'errors', defaultValue: taken }) } : faultsFrom(error.fields);
}
