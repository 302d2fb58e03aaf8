import { fieldErrorsOf, hasCode } from '@/lib/api';
import { failureText } from '@/lib/failures';
import { faultsFrom, type SocietyFaults } from './society-values';

/** Converts the server's error to field errors; a taken name is an error of the name. */
export function faultsOfError(error: unknown): SocietyFaults {
  return hasCode(error, 'name_taken') ? { name: failureText(error) } : faultsFrom(fieldErrorsOf(error));
}
