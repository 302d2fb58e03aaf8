import { fieldTexts } from '#models/contract/field-texts';
import { lengths } from '#models/contract/limits';
import { line, personName } from '#models/contract/parts';
import { looksLikeEmail } from '@/lib/email';
import { faultOf } from '@/lib/form-fields';
import type { FormErrors } from '@/lib/use-form';

export const blank = { firstName: '', lastName: '', email: '', password: '', studentId: '', photo: '', terms: false };
export type SignupValues = typeof blank;

const SHORTEST_PASSWORD = 8;

/** Error text of a new password, or undefined if it is valid. */
export function passwordFault(password: string): string | undefined {
  if (!password) return fieldTexts.password_required;
  return password.length < SHORTEST_PASSWORD ? fieldTexts.password_short : undefined;
}

const studentIdRule = line(lengths.studentId, fieldTexts.student_id_required);

/** Validates the full name; puts the error under the part that causes it. */
function nameFault(firstName: string, lastName: string): FormErrors<SignupValues> {
  const fault = faultOf(personName, `${firstName.trim()} ${lastName.trim()}`);
  if (!fault) return {};
  const isInLast = faultOf(personName, lastName) === fault && faultOf(personName, firstName) !== fault;
  return isInLast ? { lastName: fault } : { firstName: fault };
}

/** Validates by the rules of the specification, section 5, on submit. */
export function faultsOf(values: SignupValues): FormErrors<SignupValues> {
  const { firstName, lastName, email, password, studentId, photo, terms } = values;
  const faults: FormErrors<SignupValues> = {};
  if (!firstName.trim()) faults.firstName = fieldTexts.first_name_required;
  if (!lastName.trim()) faults.lastName = fieldTexts.last_name_required;
  if (!faults.firstName && !faults.lastName) Object.assign(faults, nameFault(firstName, lastName));
  if (!email.trim()) faults.email = fieldTexts.email_required;
  else if (!looksLikeEmail(email)) faults.email = fieldTexts.email_invalid;
  const passwordIssue = passwordFault(password);
  if (passwordIssue) faults.password = passwordIssue;
  const idFault = faultOf(studentIdRule, studentId);
  if (idFault) faults.studentId = idFault;
  if (!photo.trim()) faults.photo = fieldTexts.photo_required;
  if (!terms) faults.terms = fieldTexts.terms_required;
  return faults;
}
