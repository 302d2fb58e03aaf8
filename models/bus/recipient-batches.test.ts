import { describe, expect, it } from 'vitest';
import { notificationNew, notificationRead } from '#models/contract/notifications';
import { roomOf } from '#models/contract/rooms';
import { newId } from '#models/db/model';
import { type LiveMessage, parseMessages } from './live-stream.js';
import { combineRecipients, expandRecipients } from './recipient-batches.js';

const aNotification = (message: string, user = String(newId()), version = 1): LiveMessage => ({
  rooms: [roomOf('user', user)],
  message: notificationNew.name,
  payload: { notification: { ID: String(newId()), message, version }, unread: 0 },
});
const stored = (messages: readonly LiveMessage[]): LiveMessage[] =>
  combineRecipients(messages).flatMap((entry) => parseMessages(JSON.stringify(entry)));

describe('notifications to many people', () => {
  it('that say the same are one entry, and expand to what they were', () => {
    const messages = Array.from({ length: 1000 }, (_, i) => aNotification('A new post', undefined, i));
    const entries = combineRecipients(messages);
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries).length).toBeLessThan(JSON.stringify(messages).length / 2);
    expect(stored(messages)).toEqual(messages);
  });

  it('that say different things are different entries', () => {
    const messages = [aNotification('One'), aNotification('Two'), aNotification('One'), aNotification('Two')];
    expect(combineRecipients(messages)).toHaveLength(2);
    expect(stored(messages).toSorted(byText)).toEqual(messages.toSorted(byText));
  });

  it('of more than a thousand recipients are several entries; one for a single person is as it was', () => {
    const messages = Array.from({ length: 1001 }, () => aNotification('A new post'));
    expect(combineRecipients(messages).map(({ each }) => each?.length)).toEqual([1000, undefined]);
    expect(stored(messages)).toEqual(messages);
  });

  it('expand only for the rooms that are wanted', () => {
    const [first, second] = [aNotification('A new post'), aNotification('A new post')];
    const [entry] = combineRecipients([first, second]);
    expect(expandRecipients(entry!, (room) => room === second.rooms[0])).toEqual([second]);
  });
});

it('other messages, and those with an author or an exception, are stored as they are', () => {
  const user = String(newId());
  const read: LiveMessage = {
    rooms: [roomOf('user', user)],
    message: notificationRead.name,
    payload: { notification_ids: 'all', unread: 0 },
  };
  const excepted: LiveMessage = { ...aNotification('A report'), except: user };
  const messages = [read, excepted, { ...read }];
  expect(combineRecipients(messages)).toEqual(messages);
});

const byText = (a: LiveMessage, b: LiveMessage): number => JSON.stringify(a.payload).localeCompare(JSON.stringify(b.payload));
