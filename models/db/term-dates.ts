import type { TermDate } from '#models/contract/term-dates';
import { describeCollection, noPersonData } from './collections.js';
import { defineModel, type Id, needed } from './model.js';

/** A date of the university, such as exams: a name, and its first and last local day (YYYY-MM-DD). */
export interface TermDateDoc {
  _id: Id;
  name: string;
  from: string;
  to: string;
}

export const TermDates = defineModel<TermDateDoc>('termDates', { name: needed, from: needed, to: needed }, [[{ to: 1, from: 1 }]]);

describeCollection(TermDates, noPersonData('Exams and holidays of the university, no people.'));

export const termDateToWire = ({ _id, name, from, to }: TermDateDoc): TermDate => ({ ID: String(_id), Name: name, From: from, To: to });
