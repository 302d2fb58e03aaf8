import { expect, type Page, test } from 'playwright/test';
import { type ErrorCode, errors } from '#models/contract/errors';
import { openFaked } from '../texts/faked.js';
import { type MockedResponse, no, nothing } from '../texts/scenario.js';
import { failing, loading } from './failing.js';
import type { FailingAction } from './failing-action.js';

const codes = {
  400: 'validation_failed',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'already_decided',
  429: 'too_many_requests',
  500: 'internal',
} satisfies Record<number, ErrorCode>;
const statuses = [400, 401, 403, 404, 409, 429, 500, 'nothing'] as const;
type Status = (typeof statuses)[number];

const answerOf = (call: FailingAction['call'], status: Status): MockedResponse =>
  status === 'nothing' ? nothing(call) : no(call, codes[status]);

/** The words of the specification's section 8. */
function globalText(status: Status): string {
  if (status === 'nothing') return 'Nadi cannot be reached. Please check your connection.';
  const message = errors[codes[status]][1];
  if (status === 401) return 'Unauthorized - please log in again.';
  if (status === 500) return 'Server error. Please try again later.';
  return status === 409 || status === 429 ? message : `Error ${status}: ${message}`;
}

function wantedText({ text, unanswered, often, serverFirst, always }: FailingAction, status: Status): string {
  if (status === 429 && often !== undefined) return often;
  if (text === undefined || (status === 401 && !always)) return globalText(status);
  if (status === 'nothing') return unanswered ?? (serverFirst ? globalText(status) : text);
  return serverFirst ? errors[codes[status]][1] : text;
}

const toasts = (page: Page) => page.locator('.Toastify__toast');

for (const each of failing) {
  for (const status of statuses.filter((one) => one !== 'nothing' || !each.isQueued)) {
    test(`${each.name} that is answered ${status} says so, once`, async ({ browser }) => {
      const context = await openFaked(browser, { who: each.who, answers: [...(each.answers ?? []), answerOf(each.call, status)] });
      const page = await context.newPage();
      await page.goto(each.at);
      await each.act(page);
      await expect(toasts(page)).toContainText([wantedText(each, status)]);
      await context.close();
    });
  }
}

for (const { at, who, calls } of loading) {
  for (const status of [429, 500, 'nothing'] as const) {
    test(`${at}, whose content is answered ${status}, says so in its place and can be tried again`, async ({ browser }) => {
      const answers = calls.map((call) => answerOf(call, status));
      const context = await openFaked(browser, { who, answers });
      const page = await context.newPage();
      await page.goto(at);
      const main = page.getByRole('main');
      await expect(main.getByRole('alert').first()).toBeVisible();
      await expect(toasts(page)).toHaveCount(0);
      answers.length = 0;
      await main.getByRole('button', { name: 'Try again' }).first().click();
      await expect(main.getByRole('alert')).toHaveCount(0);
      await context.close();
    });
  }
}
