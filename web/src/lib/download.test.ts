import { afterEach, expect, it, vi } from 'vitest';
import { saveFile } from './download';

afterEach(() => vi.restoreAllMocks());

it('a file is downloaded with its name and content', async () => {
  const blobs: Blob[] = [];
  const saved: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:nadi';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} from ${this.href}`);
  });
  saveFile('event.ics', 'text/calendar', 'BEGIN:VCALENDAR');
  expect(saved).toEqual(['event.ics from blob:nadi']);
  expect(blobs[0]?.type).toBe('text/calendar;charset=utf-8');
  expect(await blobs[0]?.text()).toBe('BEGIN:VCALENDAR');
  expect(document.querySelector('a[download]')).toBeNull();
});
