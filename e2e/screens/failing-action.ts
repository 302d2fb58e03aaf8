import type { Page } from 'playwright/test';
import type { Call } from '#models/contract/define';
import type { MockedResponse, Scenario } from '../texts/scenario.js';

/** A user action, and the message shown when its call fails. */
export interface FailingAction {
  name: string;
  who: Scenario['who'];
  at: string;
  call: Call;
  answers?: readonly MockedResponse[];
  act: (page: Page) => Promise<void>;
  /** The area's own text; without it the global one shows. */
  text?: string;
  /** The area's text where nothing answered, if that is another. */
  unanswered?: string;
  /** The message after too many requests, if it differs. */
  often?: string;
  /** It shows even where the session has ended. */
  always?: true;
  /** The server's words go before the area's. */
  serverFirst?: true;
  /** Sent later from the offline queue: no message without an answer. */
  isQueued?: true;
}

/** Says yes to what a dialog asks. */
export const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
