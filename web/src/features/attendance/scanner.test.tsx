import { act, screen } from '@testing-library/react';
import encode from 'qr';
import decodeQr from 'qr/decode.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { i18n } from '@/lib/i18n';
import { show } from '@/testing/render';
import { codeReader, type Picture } from './read-codes';
import Scanner from './scanner';

const code = `${'0123456789abcdef'.repeat(2).slice(0, 24)}.${'Ab_-'.repeat(6).slice(0, 22)}`;
const picture: Picture = { width: 1, height: 1, data: new Uint8ClampedArray(4) };

/** A picture of a QR code, as a camera would take it. */
function photograph(text: string, scale = 4): Picture {
  const rows = encode(text, 'raw', { ecc: 'medium', border: 4, scale });
  const data = new Uint8ClampedArray(rows.flatMap((row) => row.flatMap((dark) => (dark ? [0, 0, 0, 255] : [255, 255, 255, 255]))));
  return { width: rows.length, height: rows.length, data };
}

describe('the code reader', () => {
  it('finds a ticket code in a picture', () => {
    const found: string[] = [];
    codeReader(decodeQr, (text) => found.push(text))(photograph(code));
    expect(found).toEqual([code]);
  });

  it('reports a code once while it stays in view, and again after it was away', () => {
    const found: string[] = [];
    let now = 0;
    const read = codeReader(
      () => code,
      (text) => found.push(text),
      () => now,
    );
    for (now of [0, 125, 4000, 8000, 12_000]) read(picture);
    expect(found).toHaveLength(1);
    now += 5001;
    read(picture);
    expect(found).toHaveLength(2);
  });

  it('reports a different code at once, and nothing for a picture without a code', () => {
    const found: string[] = [];
    const seen = ['one', null, 'two', 'one'];
    const decode = () => {
      const next = seen.shift();
      if (!next) throw new Error('No figure');
      return next;
    };
    const read = codeReader(decode, (text) => found.push(text));
    for (let i = 0; i < 4; i += 1) read(picture);
    expect(found).toEqual(['one', 'two', 'one']);
  });
});

describe('the camera', () => {
  beforeAll(() => i18n.loadNamespaces(['check-in']));
  const camera = (getUserMedia: unknown) =>
    Object.defineProperty(navigator, 'mediaDevices', { value: getUserMedia && { getUserMedia }, configurable: true });

  it.each([
    [
      'refused',
      async () => Promise.reject(new DOMException('no', 'NotAllowedError')),
      'Nadi has no access to the camera. You can type the code instead.',
    ],
    ['missing', async () => Promise.reject(new DOMException('no', 'NotFoundError')), 'No camera found. You can type the code instead.'],
    ['on a page that is not secure', undefined, 'No camera found. You can type the code instead.'],
  ])('%s: shows an explanation', async (_name, getUserMedia, text) => {
    camera(getUserMedia);
    show(<Scanner onCode={() => {}} />);
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  it('is released when the scanner unmounts', async () => {
    const stop = vi.fn();
    camera(async () => ({ getTracks: () => [{ stop }] }));
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const { unmount } = show(<Scanner onCode={() => {}} />);
    await act(async () => {});
    expect(stop).not.toHaveBeenCalled();
    unmount();
    expect(stop).toHaveBeenCalledOnce();
  });
});
