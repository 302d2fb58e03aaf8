import { fieldTexts } from '#models/contract/errors';
import { looksLikeEmail } from '@/lib/email';
import type { FormErrors } from '@/lib/use-form';

export interface SignupValues {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  studentId: string;
  photo: string;
  terms: boolean;
}

export const blank: SignupValues = { firstName: '', lastName: '', email: '', password: '', studentId: '', photo: '', terms: false };

const SHORTEST_PASSWORD = 8;

/** What is wrong with a new password; undefined where nothing is. */
export function passwordFault(password: string): string | undefined {
  if (!password) return fieldTexts.password_required;
  return password.length < SHORTEST_PASSWORD ? fieldTexts.password_short : undefined;
}

/** The rules of the specification, section 5, checked on submit. */
export function faultsOf(values: SignupValues): FormErrors<SignupValues> {
  const { firstName, lastName, email, password, studentId, photo, terms } = values;
  const faults: FormErrors<SignupValues> = {};
  if (!firstName.trim()) faults.firstName = fieldTexts.first_name_required;
  if (!lastName.trim()) faults.lastName = fieldTexts.last_name_required;
  if (!email.trim()) faults.email = fieldTexts.email_required;
  else if (!looksLikeEmail(email)) faults.email = fieldTexts.email_invalid;
  const short = passwordFault(password);
  if (short) faults.password = short;
  if (!studentId.trim()) faults.studentId = fieldTexts.student_id_required;
  if (!photo.trim()) faults.photo = fieldTexts.photo_required;
  if (!terms) faults.terms = fieldTexts.terms_required;
  return faults;
}
