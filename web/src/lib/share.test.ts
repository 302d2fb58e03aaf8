import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressOf, copyLink, shareLink } from './share';

const what = { title: 'Finals', text: 'Eight robots', url: 'https://nadi.test/events/1' };
const browserHas = (fields: object) => vi.stubGlobal('navigator', fields);
const documentHas = (copy: () => boolean) => Object.defineProperty(document, 'execCommand', { value: copy, configurable: true });
afterEach(() => vi.unstubAllGlobals());

describe('sharing', () => {
  it("opens the browser's share sheet", async () => {
    const share = vi.fn(async () => {});
    browserHas({ share });
    expect(await shareLink(what)).toBe('shared');
    expect(share).toHaveBeenCalledWith(what);
  });

  it('reports neither a cancelled share nor an unsupported browser', async () => {
    browserHas({ share: () => Promise.reject(new DOMException('Called off', 'AbortError')) });
    expect(await shareLink(what)).toBe('cancelled');
    browserHas({});
    expect(await shareLink(what)).toBe('unsupported');
  });
});

describe('copying', () => {
  it('writes to the clipboard', async () => {
    const writeText = vi.fn(async () => {});
    browserHas({ clipboard: { writeText } });
    expect(await copyLink(what.url)).toBe(true);
    expect(writeText).toHaveBeenCalledWith(what.url);
  });

  it.each([
    ['is none', {}],
    ['is refused', { clipboard: { writeText: () => Promise.reject(new DOMException('No', 'NotAllowedError')) } }],
  ])('copies by selection if the clipboard %s, and cleans up', async (_name, fields) => {
    let copied = '';
    documentHas(() => {
      copied = document.querySelector('textarea')?.value ?? '';
      return true;
    });
    browserHas(fields);
    expect(await copyLink(what.url)).toBe(true);
    expect(copied).toBe(what.url);
    expect(document.querySelector('textarea')).toBeNull();
  });

  it('returns false if it did not work', async () => {
    documentHas(() => false);
    browserHas({});
    expect(await copyLink(what.url)).toBe(false);
  });
});

it('addressOf returns an absolute URL', () => {
  expect(addressOf('/events/1')).toBe(`${window.location.origin}/events/1`);
});
