import { addDays } from '#models/contract/days';
import { fieldTexts } from '#models/contract/errors';
import { fail } from '#models/contract/failure';
import { oldestTermDays } from '#models/contract/term-reports';

/** Refuses a term that begins when attendances are no longer stored, whose report would lack who came. */
export function requireStoredTerm({ from }: { from: string }): void {
  const today = new Date().toISOString().slice(0, 10);
  if (from < addDays(today, -oldestTermDays)) fail('validation_failed', { from: fieldTexts.span_old });
}
