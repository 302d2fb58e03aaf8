import type { Page } from 'playwright/test';
import type { Call } from '#models/contract/define';
import type { Answer, Scenario } from '../texts/scenario.js';

/** Something that somebody does, and what is said when the call behind it fails. */
export interface FailingAction {
  name: string;
  who: Scenario['who'];
  at: string;
  call: Call;
  answers?: readonly Answer[];
  act: (page: Page) => Promise<void>;
  /** The area's own text; without it the global one shows. */
  text?: string;
  /** The area's text where nothing answered, if that is another. */
  unanswered?: string;
  /** What is said to who did it too often, if that is another. */
  often?: string;
  /** It shows even where the session has ended. */
  always?: true;
  /** The server's words go before the area's. */
  serverFirst?: true;
  /** What is sent later by itself where nothing answered says nothing. */
  isQueued?: true;
}

/** Says yes to what a dialog asks. */
export const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
