import type { Locator, Page } from 'playwright/test';
import { toggleAttendance } from '#models/contract/attendance';
import { getMyTicket } from '#models/contract/check-in';
import { createEvent } from '#models/contract/event-changes';
import { demoAccounts, demoSocieties } from '#models/testing/demo';
import { callsOf, dataOf } from './calls.js';
import { expect } from './test.js';

const dayMs = 24 * 60 * 60_000;

/** An event of the society admin, in a week: its id. */
export async function anEventToCome(address: string, title: string): Promise<string> {
  const call = await callsOf(address, demoAccounts.societyAdmin.email);
  return dataOf(
    call(createEvent, {
      society_id: demoSocieties.asked.id,
      title,
      description: 'Doors open a little earlier. Bring your ticket.',
      category: 'Social',
      date: new Date(Date.now() + 7 * dayMs).toISOString().slice(0, 10),
      time: '18:00',
      location: 'Hall B',
    }),
  );
}

/** The member attends: the code of their ticket. */
export async function ticketOf(address: string, event_id: string): Promise<string> {
  const call = await callsOf(address, demoAccounts.member.email);
  await dataOf(call(toggleAttendance, { event_id, status: 'attending' }));
  return (await dataOf(call(getMyTicket, { event_id }))).code;
}

/** Opens an event's door, ready for the first ticket. */
export async function doorOf(page: Page, event: string): Promise<void> {
  await page.goto(`/events/${event}/check-in`);
  await expect(result(page)).toContainText('Ready for the next ticket');
}

/** Result of the last scanned ticket. */
export const result = (page: Page): Locator => page.getByRole('status', { name: 'Result' });
