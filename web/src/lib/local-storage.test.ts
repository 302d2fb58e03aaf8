import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readStored, writeStored } from './draft-storage';
import { pagePrefix, readText, writeText } from './local-storage';

const room = 1000;

/** A browser's store with room for a thousand characters of values. */
const limited = {
  getItem(this: Record<string, string>, key: string) {
    return this[key] ?? null;
  },
  setItem(this: Record<string, string>, key: string, value: string) {
    const used = Object.entries(this).reduce((sum, [name, text]) => (name === key ? sum : sum + text.length), 0);
    if (used + value.length > room) throw new DOMException('full', 'QuotaExceededError');
    this[key] = value;
  },
  removeItem(this: Record<string, string>, key: string) {
    delete this[key];
  },
};

describe('a full browser store', () => {
  beforeEach(() => {
    for (const name of ['localStorage', 'sessionStorage']) vi.stubGlobal(name, Object.create(limited));
    localStorage.setItem(`${pagePrefix}/events`, 'p'.repeat(900));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('gives up drawn pages for a text', () => {
    expect(writeText('nadi-tickets-u1', 't'.repeat(300))).toBe(true);
    expect([readText('nadi-tickets-u1')?.length, readText(`${pagePrefix}/events`)]).toEqual([300, null]);
  });

  it('gives up drawn pages for a draft', () => {
    localStorage.setItem('token', 'a-token-that-outlives-the-tab');
    writeStored('nadi-draft:1:u1:post', { content: 'c'.repeat(300) });
    expect(readStored('nadi-draft:1:u1:post')).toEqual({ content: 'c'.repeat(300) });
    expect(readText(`${pagePrefix}/events`)).toBeNull();
  });

  it('says that a text was not stored if there is no room without drawn pages either', () => {
    expect(writeText('nadi-tickets-u1', 't'.repeat(2000))).toBe(false);
  });

  it('keeps drawn pages while there is room', () => {
    expect(writeText('nadi-tickets-u1', 't')).toBe(true);
    expect(readText(`${pagePrefix}/events`)).not.toBeNull();
  });
});
