import type { Page } from 'playwright/test';
import { createTicket } from '#models/contract/support';
import { exampleId, type Scenario, yes } from './scenario.js';

/** A whole question, sent. */
export async function write(page: Page, category: string): Promise<void> {
  if (category) await page.getByLabel('Category').selectOption(category);
  await page.getByLabel('Subject').fill('The calendar stays empty');
  await page.getByLabel('Message').fill('Since this morning.');
  await page.getByRole('button', { name: 'Send Message' }).click();
}

/** Support pages: questions, the form, and its results. */
export const helpScenarios: Scenario[] = [
  {
    name: 'a question to the support team is sent',
    who: 'member',
    at: '/support',
    answers: [yes(createTicket, exampleId)],
    act: async (page) => {
      await write(page, 'Technical');
      await page.getByRole('heading', { name: 'Message Sent!' }).waitFor();
    },
    shows: ['Support', 'Message Sent!', "Thank you for contacting us. We'll get back to you within 24 hours.", 'Send Another Message'],
  },
  {
    name: 'a question without a category',
    who: 'member',
    at: '/support',
    act: (page) => write(page, ''),
    shows: ['Category is required'],
  },
  { name: 'what Nadi is', who: 'visitor', at: '/about', shows: ['About'] },
  { name: 'the privacy policy', who: 'visitor', at: '/privacy', shows: ['Last updated'] },
];
