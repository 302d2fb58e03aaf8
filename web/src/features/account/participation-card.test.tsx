import { screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { exportParticipation } from '#models/contract/term-reports';
import { chooseLanguage, i18n } from '@/lib/i18n';
import { no, onCall, requests, yes } from '@/testing/fake-server';
import { show } from '@/testing/render';
import { ParticipationCard } from './participation-card';

beforeAll(() => i18n.loadNamespaces('term-reports'));

it('downloads the record of the chosen days and language as it came, and reports a failure', async () => {
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  onCall(exportParticipation, () => no(503, 'reports_busy', 'Many reports are being made right now. Please try again in a moment.'));
  const { user } = show(<ParticipationCard />);
  await user.click(await screen.findByRole('button', { name: 'Download PDF' }));
  expect(await screen.findByText('The file could not be prepared. Please try again')).toBeDefined();
  const bytes = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff, 0x00, 0x80]);
  onCall(exportParticipation, () => yes(exportParticipation, bytes));
  await user.click(screen.getByRole('button', { name: 'Arabic' }));
  await user.click(screen.getByRole('button', { name: 'Download PDF' }));
  expect(await screen.findByText('The file was saved.')).toBeDefined();
  expect(requests.at(-1)?.query.get('lang')).toBe('ar');
  expect([blobs[0]?.type, new Uint8Array((await blobs[0]?.arrayBuffer()) ?? new ArrayBuffer(0))]).toEqual(['application/pdf', bytes]);
  vi.restoreAllMocks();
});

it('has its texts in Arabic', async () => {
  await chooseLanguage('ar');
  show(<ParticipationCard />);
  expect(await screen.findByRole('heading', { name: 'سجل حضورك' })).toBeDefined();
  await chooseLanguage('en');
});
