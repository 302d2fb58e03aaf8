import { screen } from '@testing-library/react';
import decodeQr from 'qr/decode.js';
import { Route, Routes } from 'react-router-dom';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { eventUpdated } from '#models/contract/event-changes';
import { type Event, getEventInfo } from '#models/contract/events';
import { getSocietyInfo, type Society } from '#models/contract/societies';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { useSession } from '@/lib/session';
import EventPosterPage from '@/pages/event-poster-page';
import SocietyPosterPage from '@/pages/society-poster-page';
import { no, onCall, yes } from '@/testing/fake-server';
import { arrives, connectSocket } from '@/testing/fake-socket';
import { aSociety, aUser, newId } from '@/testing/fixtures';
import { show } from '@/testing/render';
import { anEvent, asMember, sharedEventOf, timesOf } from '@/testing/society-fixtures';

const origin = window.location.origin;
const scale = 4;

beforeAll(async () => {
  await i18n.loadNamespaces(['poster', 'societies', 'events', 'event']);
  await connectSocket();
});
beforeEach(() => useSession.setState({ status: 'in', user: aUser() }));

const at = (path: string) =>
  show(
    <Routes>
      <Route path="/societies/:id/poster" element={<SocietyPosterPage />} />
      <Route path="/events/:id/poster" element={<EventPosterPage />} />
    </Routes>,
    { at: path },
  );

/** Decodes the drawn QR code. */
function read(figure: HTMLElement): string {
  const size = Number(figure.getAttribute('viewBox')?.split(' ')[2]);
  const data = new Uint8ClampedArray((size * scale) ** 2 * 4).fill(255);
  const stretches =
    figure
      .querySelector('path')
      ?.getAttribute('d')
      ?.matchAll(/M(\d+) (\d+)h(\d+)/g) ?? [];
  for (const [x = 0, y = 0, long = 0] of [...stretches].map(([, ...numbers]) => numbers.map(Number)))
    for (let row = y * scale; row < (y + 1) * scale; row += 1)
      for (let column = x * scale; column < (x + long) * scale; column += 1) data.set([0, 0, 0, 255], (row * size * scale + column) * 4);
  return decodeQr({ width: size * scale, height: size * scale, data });
}

async function ofSociety(society: Society) {
  onCall(getSocietyInfo, () => yes(getSocietyInfo, society));
  const view = at(`/societies/${society.ID}/poster`);
  await screen.findByRole('heading', { level: 1, name: society.Name });
  return view;
}

async function ofEvent(fields: Partial<Event>) {
  const event = anEvent(fields);
  onCall(getEventInfo, () => yes(getEventInfo, event));
  const view = at(`/events/${event.ID}/poster`);
  await screen.findByRole('heading', { level: 1, name: event.Title });
  return { ...view, event };
}

it('a society’s poster shows its description, QR code and address, and can be printed', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const society = asMember(aSociety({ Description: 'We build robots.' }));
  const { user } = await ofSociety(society);
  expect(document.title).toBe(`Poster · ${society.Name} · Nadi`);
  expect(screen.getByText('We build robots.')).toBeDefined();
  expect(screen.getByText('Scan to join')).toBeDefined();
  expect(screen.getByText(`${origin.replace('http://', '')}/societies/${society.ID}`)).toBeDefined();
  expect(read(screen.getByRole('img', { name: /^QR code for / }))).toBe(`${origin}/societies/${society.ID}`);
  expect(screen.getByRole('link', { name: 'Back to the society' }).getAttribute('href')).toBe(`/societies/${society.ID}`);
  expect(screen.queryByText(/by invitation only/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

it('an invite-only society shows a note beside its poster, which may be in Arabic', async () => {
  const society = asMember(aSociety());
  await ofSociety({ ...society, Privacy: society.Privacy && { ...society.Privacy, visibility: 'invite-only' } });
  expect(screen.getByText(/You need an invitation to join this society/)).toBeDefined();
  await chooseLanguage('ar');
  expect(await screen.findByText('مسح الرمز للانضمام')).toBeDefined();
  expect(screen.getByRole('button', { name: 'طباعة' })).toBeDefined();
});

it('an event’s poster shows time, place, seats, host and QR code', async () => {
  const { event } = await ofEvent({ End_Time: '19:00', Max_Attendees: 150 });
  expect(screen.getByText(/^Thursday, November 26, 2026/).textContent).toBe('Thursday, November 26, 20265:30 PM – 7:00 PM');
  expect(screen.getByText('Engineering Hall B')).toBeDefined();
  expect(screen.getByText('150 seats')).toBeDefined();
  expect(screen.getByText(/^An event by .*Robotics Society/)).toBeDefined();
  expect(read(screen.getByRole('img', { name: /^QR code for / }))).toBe(`${origin}/events/${event.ID}`);
});

it('an open poster of an event that is cancelled shows this, without a QR code', async () => {
  const { event } = await ofEvent({ Is_Online: true, Location: '' });
  expect(screen.getByText('Online')).toBeDefined();
  const off: Event = { ...event, Status: 'cancelled', version: 2 };
  onCall(getEventInfo, () => yes(getEventInfo, off));
  arrives(eventUpdated, sharedEventOf(off));
  expect(await screen.findByText('This event will not take place.')).toBeDefined();
  expect(screen.queryByRole('img', { name: /^QR code for / })).toBeNull();
});

it('the poster of an ended event shows this, without a QR code', async () => {
  await ofEvent(timesOf('ended'));
  expect(screen.getByText('This event is over.')).toBeDefined();
  expect(screen.queryByText('Scan to attend')).toBeNull();
  expect(screen.queryByRole('img', { name: /^QR code for / })).toBeNull();
});

it('a hidden society has no poster and no print button', async () => {
  onCall(getSocietyInfo, () => no(404, 'not_found', 'Not found.'));
  at(`/societies/${newId()}/poster`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Society not found' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
});
