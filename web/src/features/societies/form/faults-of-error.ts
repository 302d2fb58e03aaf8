import { errors } from '#models/contract/error-codes';
import { fieldErrorsOf, hasCode } from '@/lib/api';
import { i18n } from '@/lib/i18n';
import { faultsFrom, type SocietyFaults } from './society-values';

/** Converts the server's error to field errors; a taken name is an error of the name. */
export function faultsOfError(error: unknown): SocietyFaults {
  const [, taken] = errors.name_taken;
  if (hasCode(error, 'name_taken')) return { name: i18n.t('codes.name_taken', { ns: 'errors', defaultValue: taken }) };
  return faultsFrom(fieldErrorsOf(error));
}
